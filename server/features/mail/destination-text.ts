import type { Selectable } from 'kysely'
import { formatLongDay } from '#contract/date-format.ts'
import {
  AGREE_ON_DAY,
  DAY_IS_CLOSED,
  formatOrderMore,
  formatPickedUpBy,
  IS_GIFT,
} from '#contract/destination.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { placeInSentence } from '#contract/seeded-facts.ts'
import { settingValue } from '#contract/setting-table.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { OrdersTable } from '#server/db/tables/orders.ts'
import { type Destination, takesOrders } from '#server/features/calendar/read-destinations.ts'
import type { Farm, Paragraph } from './mail-layout.ts'

/** An order and where it goes, as a mail that was written `at` an instant tells it. */
export type Sent = {
  order: Selectable<OrdersTable>
  destination: Destination
  livemode: boolean
  at: string
}

type Settings = Farm['settings']

/** `Saturday, November 21, 9am to noon` */
export function formatWhen(day: { day: string; opens: string; closes: string }): string {
  return `${formatLongDay(day.day)}, ${formatHours(day)}`
}

/** Where an order will be ready, or go, and when. */
export function whereItGoes(sent: Sent): string[] {
  const { order, destination } = sent
  const { place, day } = destination
  const closed = day?.state === 'closed' ? [DAY_IS_CLOSED] : []
  if (order.delivery_method === 'shipping')
    return [deliverySentence(sent), ...(day ? closed : [AGREE_ON_DAY])]
  const facts = [place?.name, day && formatWhen(day)].filter(Boolean).join(', ')
  const address = place?.address ? ` The address is ${place.address.replace(/\.$/, '')}.` : ''
  return [`We will have it ready for pickup${facts && `: ${facts}`}.${address}`, ...closed]
}

/** The same as the reader's own deed, of a day that comes. */
export function pickUpSentence(sent: Sent): string {
  const { place, day } = sent.destination
  if (sent.order.delivery_method === 'shipping' || !place) return deliverySentence(sent)
  const where = place.address ? `${place.name}, ${place.address}` : place.name
  return `Please pick it up${day ? ` on ${formatWhen(day)}` : ''}: ${where}.`
}

function deliverySentence({ order, destination: { day }, livemode }: Sent): string {
  const to = order.shipping_address
  const address =
    livemode && to
      ? `${to.address}, ${to.city}, ${to.state} ${to.zipCode}`
      : 'the address you gave us'
  return `We will deliver it to ${address}${day ? ` on ${formatWhen(day)}` : ''}.`
}

/** What whoever picks it up must know of the place. */
export function placeNotes({ destination: { place } }: Sent, settings: Settings): Paragraph[] {
  if (!place) return []
  const pickupNote = settingValue(settings, 'pickup_note').trim()
  return [
    ...(place.map_url ? [{ text: 'Map', url: place.map_url }] : []),
    ...[place.note, pickupNote].filter((note) => note !== ''),
  ]
}

/** What the buyer asked for beside the goods; a test order's mail holds nothing that was typed. */
export function wishes({ order, livemode }: Sent): string[] {
  const name = livemode ? order.pickup_name : null
  return [...(name ? [formatPickedUpBy(name)] : []), ...(order.is_gift ? [IS_GIFT] : [])]
}

/** Until when more may be ordered for the same day, where that is still to come. */
export function orderMore({ destination, at }: Sent, settings: Settings): string[] {
  const { day } = destination
  if (!day || !takesOrders(destination, at)) return []
  const times = { orderUntil: day.order_until, opensAt: day.opens_at }
  return [formatOrderMore(times, settingValue(settings, 'time_zone'))]
}

/** Where and when the rest of an order is handed over, or that nothing is. */
export function whatRemains(sent: Sent): string[] {
  const { order, destination, at } = sent
  if (order.status === 'cancelled') return [nothingToCome(sent)]
  const isOver = ORDER_STATUS[order.status].hasLeft || order.collected_at !== null
  const { day } = destination
  return isOver || !day || day.closes_at <= at ? [] : whereItGoes(sent)
}

/** `There is nothing to pick up at the farmers market on Saturday, November 21.` */
export function nothingToCome({
  order,
  destination: { place, day },
}: Pick<Sent, 'destination'> & {
  order: Pick<Sent['order'], 'delivery_method'>
}): string {
  const on = day ? ` on ${formatLongDay(day.day)}` : ''
  if (order.delivery_method === 'shipping') return `Nothing will be delivered${on}.`
  return `There is nothing to pick up${place ? ` at ${placeInSentence(place.name)}` : ''}${on}.`
}
