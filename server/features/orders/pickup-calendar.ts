import { mapLink } from '#contract/calendar/map-link.ts'
import { formatAddress, formatPickedUpBy } from '#contract/orders/order-destination.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { DAY } from '#contract/time/durations.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import type { Place } from '#server/features/calendar/calendar-queries.ts'
import { subjectOfDay } from '#server/features/calendar/choose-day.ts'
import { calendarFile } from '#server/features/calendar/icalendar.ts'
import { readDestination } from '#server/features/calendar/read-destinations.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { findOrderOfSecret } from '#server/features/checkout/own-receipt.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { noSuchReceipt } from './show-receipt.ts'

/** How long a canceled order's calendar entry is served as canceled, in milliseconds. */
const CANCELLED_FOR = 30 * DAY

/**
 * An order's pickup or market-day delivery as a calendar file. An order is always the same event,
 * and a higher sequence replaces it after a move or cancellation.
 * @throws Refusal 'not-found' for deliveries without a day, and orders canceled long ago
 */
export async function pickupCalendar(
  shop: Pick<Shop, 'db' | 'id' | 'linkOrigin' | 'now'>,
  secret: string,
): Promise<{ fileName: string; text: string }> {
  const order = (await findOrderOfSecret(shop.db, secret)) ?? noSuchReceipt()
  const link = shop.linkOrigin + receiptPath(secret)
  const { place, day } = await readDestination(shop.db, order)
  const changedAt = await lastChangeOf(shop.db, order, place)
  const isCancelled = order.status === 'cancelled'
  const age = shop.now().getTime() - Date.parse(changedAt)
  if (!day || (isCancelled && age > CANCELLED_FOR))
    throw new Refusal('not-found', 'There is nothing to pick up for this order.')
  const what = order.delivery_method === 'shipping' ? 'Delivery of' : 'Pick up'
  const farm = await readSetting(shop.db, 'farm_name')
  const text = calendarFile('Pickup', [
    {
      uid: `order-${order.id}@${shop.id}`,
      sequence: order.revision,
      changedAt,
      opensAt: day.opens_at,
      closesAt: day.closes_at,
      isCancelled,
      summary: `${what} ${farm} order #${order.id}`,
      location: locationOf(order, place),
      mapUrl: place?.map_url ?? null,
      description: [...(await notesOf(shop.db, order, place)), `Your receipt: ${link}`].join('\n'),
      url: link,
      reminders: isCancelled ? [] : REMINDERS,
    },
  ])
  return { fileName: `farmstand-order-${order.id}.ics`, text }
}

function locationOf({ shipping_address: to }: OrderRow, place: Place | null): string {
  if (to) return formatAddress(to)
  return [place?.name, place?.address].filter(Boolean).join(', ')
}

/** An hour before, and the evening before a morning: 12 hours. */
const REMINDERS = ['-PT1H', '-PT12H'].map((before) => ({ before, text: 'Your order' }))

async function notesOf(db: Db, order: OrderRow, place: Place | null): Promise<string[]> {
  if (!place) return []
  const mapUrl = mapLink(place.map_url, place.address)
  const notes = [
    order.pickup_name && formatPickedUpBy(order.pickup_name),
    place.note,
    await readSetting(db, 'pickup_note'),
    mapUrl && `Map: ${mapUrl}`,
  ]
  return notes.flatMap((line) => (line?.trim() ? line : []))
}

/** Later changes of day and place don't affect a canceled order. */
async function lastChangeOf(db: Db, order: OrderRow, place: { id: number } | null) {
  const own = `order:${order.id}`
  const of = [subjectOfDay(order.market_day_id ?? 0), ...(place ? [`place:${place.id}`] : [])]
  const { at } = await db
    .selectFrom('audit')
    .select((row) => row.fn.max('at').as('at'))
    .where('subject', 'in', order.status === 'cancelled' ? [own] : [own, ...of])
    .where('at', '>', order.created_at)
    .executeTakeFirstOrThrow()
  return at ?? order.created_at
}
