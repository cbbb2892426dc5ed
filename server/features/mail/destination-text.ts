import type { Selectable } from 'kysely'
import { mapLink } from '#contract/calendar/map-link.ts'
import {
  AGREE_ON_DAY,
  DAY_IS_CLOSED,
  describeGift,
  formatAddress,
  formatOrderMore,
  formatPickedUpBy,
} from '#contract/orders/order-destination.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { calendarPath } from '#contract/orders/receipt-link.ts'
import { placeInSentence } from '#contract/settings/seeded-facts.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import { farmDates, formatLongDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Destination, takesOrders } from '#server/features/calendar/read-destinations.ts'
import { showGift } from '#server/features/order-balance/order-balance.ts'
import type { Farm, Link, Paragraph } from './mail-layout.ts'

type Sent = {
  order: Selectable<Tables['orders']>
  destination: Destination
  livemode: boolean
  at: string
}

type Settings = Farm['settings']

export function whereItGoes(sent: Sent, farm: Farm): Paragraph[] {
  if (sent.order.status === 'cancelled') return [nothingToCome(sent)]
  return [
    ...handOver(sent, 'We’ll have it ready for pickup:', calendarEntry(sent, farm)),
    ...notesOf(sent, farm.settings),
    ...requestsOf(sent),
    ...orderMore(sent, farm.settings),
  ]
}

/** For a reader who still has to pick up, on a coming day. */
export function pickItUp(sent: Sent, farm: Farm): Paragraph[] {
  return [
    ...handOver(sent, 'Please pick it up:', calendarEntry(sent, farm)),
    ...notesOf(sent, farm.settings),
    ...requestsOf(sent),
  ]
}

export function whatRemains(sent: Sent): Paragraph[] {
  const { order, destination, at } = sent
  if (order.status === 'cancelled') return [nothingToCome(sent)]
  const isOver = ORDER_STATUS[order.status].hasLeft || order.collected_at !== null
  const { day } = destination
  return isOver || !day || day.closes_at <= at
    ? []
    : handOver(sent, 'We’ll have it ready for pickup:', [])
}

export function movedTo({ order, destination }: Pick<Sent, 'order' | 'destination'>): string {
  const { place, day } = destination
  if (!day) return 'It’s now for another day.'
  const at =
    order.delivery_method === 'pickup' && place ? `, at ${placeInSentence(place.name)}` : ''
  return `It’s now for ${formatLongDay(day.day)}${at}.`
}

export type Uncoming = Pick<Sent, 'destination'> & { order: Pick<Sent['order'], 'delivery_method'> }

export function nothingToCome({ order, destination }: Uncoming): string {
  const { place, day } = destination
  const on = day ? ` on ${formatLongDay(day.day)}` : ''
  if (order.delivery_method === 'shipping') return `Nothing will be delivered${on}.`
  return `There is nothing to pick up${place ? ` at ${placeInSentence(place.name)}` : ''}${on}.`
}

function calendarEntry({ order, destination: { day } }: Sent, { linkOrigin }: Farm): Link[] {
  if (day?.state !== 'open') return []
  return [{ text: 'Add to calendar', url: linkOrigin + calendarPath(order.receipt_secret) }]
}

function handOver(sent: Sent, pickup: string, links: readonly Link[]): Paragraph[] {
  const { order, destination } = sent
  const { place, day } = destination
  const closed = day?.state === 'closed' ? [DAY_IS_CLOSED] : []
  const when = day ? [`${formatLongDay(day.day)}, ${formatHours(day)}`] : []
  if (order.delivery_method !== 'shipping') {
    const mapUrl = place && mapLink(place.map_url, place.address)
    const map = mapUrl ? [{ text: 'Map', url: mapUrl }] : []
    const where = [place?.name, place?.address].flatMap((line) => line || [])
    const lines = [...when, ...where, ...map, ...links]
    return [...(lines.length > 0 ? [pickup, { lines }] : []), ...closed]
  }
  const address = addressOf(sent)
  if (!day) return [`We’ll deliver it to ${address}.`, AGREE_ON_DAY]
  return ['We’ll deliver it:', { lines: [...when, `To ${address}`, ...links] }, ...closed]
}

/** A test order shows only what can't carry a message: house number, state and ZIP code. */
function addressOf({ order, livemode }: Sent): string {
  const to = order.shipping_address
  if (!to) return 'the address you gave us'
  if (livemode) return formatAddress(to)
  const [number = ''] = /^\d{1,6}/.exec(to.address) ?? []
  return `${number} … ${to.state} ${to.zipCode} (your receipt has the whole address)`.trim()
}

function notesOf({ destination: { place } }: Sent, settings: Settings): string[] {
  return place ? [place.note, settingValue(settings, 'pickup_note').trim()].filter(Boolean) : []
}

/** The buyer's requests besides goods. None for a test order, since they were typed. */
function requestsOf({ order, livemode }: Sent): string[] {
  const name = livemode ? order.pickup_name : null
  const gift = livemode ? showGift(order) : {}
  return [...(name ? [formatPickedUpBy(name)] : []), ...(order.is_gift ? describeGift(gift) : [])]
}

function orderMore({ destination, at }: Sent, settings: Settings): string[] {
  const { day } = destination
  if (!day || !takesOrders(destination, at)) return []
  const timeZone = settingValue(settings, 'time_zone')
  const writtenOn = farmDates(timeZone).dayOf(at)
  return [formatOrderMore({ orderUntil: day.order_until, day: day.day }, timeZone, { writtenOn })]
}

/** For an order the farm moved; `buyerMay` has the rule. */
export function mayCancel(
  { order, livemode }: Pick<Sent, 'order' | 'livemode'>,
  settings: Settings,
): string[] {
  const { cancel_until, disputed_at } = order
  if (cancel_until === null || disputed_at !== null) return []
  const until = farmDates(settingValue(settings, 'time_zone')).formatMoment(cancel_until)
  return [
    `If this doesn’t work for you, you can cancel on your receipt until ${until}${livemode ? ', and we’ll refund you in full' : ''}.`,
  ]
}
