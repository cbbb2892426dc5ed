import { PICKUP_HOURS, PICKUP_LOCATIONS, placeOfKey } from '#contract/delivery.ts'
import { isReceiptSecret, receiptPath } from '#contract/receipt-link.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { findDay } from '#server/features/calendar/find-day.ts'
import { instantOf } from '#server/features/calendar/plan-days.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { calendarText, escapeText } from './calendar-text.ts'
import { noSuchReceipt } from './show-receipt.ts'

/** For so long a cancelled order's entry says that it is cancelled, in milliseconds. */
const CANCELLED_FOR = 30 * 24 * 60 * 60_000

/**
 * The pickup of an order, or its delivery on a market day, as a calendar file (RFC 5545), in UTC so
 * that it needs no time zone's rules. The same order is the same event, however often it is
 * fetched; one that was moved or cancelled replaces it by a higher sequence.
 * @throws Refusal 'not-found' for deliveries without a day, and for what was cancelled long ago
 */
export async function pickupCalendar(
  shop: Pick<Shop, 'db' | 'id' | 'linkOrigin' | 'now'>,
  secret: string,
): Promise<{ fileName: string; text: string }> {
  const order = await requireOrderOf(shop.db, secret)
  const entry = await entryOf(shop.db, order)
  const changedAt = await lastChangeOf(shop.db, order)
  const isCancelled = order.status === 'cancelled'
  const age = shop.now().getTime() - Date.parse(changedAt)
  if (!entry || (isCancelled && age > CANCELLED_FOR))
    throw new Refusal('not-found', 'There is nothing to pick up for this order.')
  const link = shop.linkOrigin + receiptPath(secret)
  const what = entry.isDelivery ? 'Delivery of' : 'Pick up'
  const farm = await readSetting(shop.db, 'farm_name')
  const text = calendarText([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Farmstand//Pickup//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', `order-${order.id}@${shop.id}`],
    ['SEQUENCE', String(order.revision)],
    ['DTSTAMP', utc(changedAt)],
    ['DTSTART', utc(entry.from)],
    ['DTEND', utc(entry.until)],
    ...(isCancelled ? [['STATUS', 'CANCELLED'] as const] : []),
    ['SUMMARY', escapeText(`${what} ${farm} order #${order.id}`)],
    ['LOCATION', escapeText(entry.location)],
    ['DESCRIPTION', escapeText(`Your receipt: ${link}`)],
    ['URL', link],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ])
  return { fileName: `farmstand-order-${order.id}.ics`, text }
}

async function requireOrderOf(db: Db, secret: string): Promise<OrderRow> {
  const order = isReceiptSecret(secret)
    ? await db
        .selectFrom('orders')
        .selectAll()
        .where('receipt_secret', '=', secret)
        .executeTakeFirst()
    : undefined
  return order ?? noSuchReceipt()
}

type Entry = { from: string; until: string; location: string; isDelivery: boolean }

async function entryOf(db: Db, order: OrderRow): Promise<Entry | null> {
  const day = order.market_day_id === null ? null : await findDay(db, order.market_day_id)
  if (!day) return entryOfPast(db, order)
  const { opens_at: from, closes_at: until, place } = day
  const to = order.shipping_address
  if (to) {
    const location = `${to.address}, ${to.city}, ${to.state} ${to.zipCode}`
    return { from, until, location, isDelivery: true }
  }
  const location = await locationOf(db, place)
  return { from, until, location, isDelivery: false }
}

/** Orders of before there were market days say their place and day alone. */
async function entryOfPast(db: Db, order: OrderRow): Promise<Entry | null> {
  const { pickup_location: place, pickup_date: day } = order
  if (place === null || day === null) return null
  const timeZone = await readTimeZone(db)
  const first = PICKUP_LOCATIONS.find((location) => location === place)
  if (!first) return null
  const [date, hours] = [Temporal.PlainDate.from(day), PICKUP_HOURS[first]]
  const atHour = (hour: number) => instantOf(date, `${String(hour).padStart(2, '0')}:00`, timeZone)
  const location = await locationOf(db, { name: placeOfKey(place).name, address: '' })
  return { from: atHour(hours.from), until: atHour(hours.until), location, isDelivery: false }
}

/** A place without an address of its own is at the farm's. */
async function locationOf(
  db: Db,
  { name, address: own }: { name: string; address: string },
): Promise<string> {
  const address = own || (await readSetting(db, 'business_address'))
  return address ? `${name}, ${address}` : name
}

/** What happened to an order stands in the history. */
async function lastChangeOf(db: Db, { id, created_at }: OrderRow): Promise<string> {
  const entry = await db
    .selectFrom('audit')
    .select('at')
    .where('subject', '=', `order:${id}`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.at ?? created_at
}

function utc(instant: string): string {
  return Temporal.Instant.from(instant).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}
