import { mapLink, pointOf } from '#contract/calendar/map-link.ts'
import { formatAddress, formatPickedUpBy } from '#contract/orders/order-destination.ts'
import { isReceiptSecret, receiptPath } from '#contract/orders/receipt-link.ts'
import { DAY } from '#contract/time/durations.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { Place } from '#server/features/calendar/calendar-queries.ts'
import { subjectOfDay } from '#server/features/calendar/day-history.ts'
import { readDestination } from '#server/features/calendar/read-destinations.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { noSuchReceipt } from './show-receipt.ts'

/** How long a canceled order's entry stays as canceled, in milliseconds. */
const CANCELLED_FOR = 30 * DAY

/**
 * An order's pickup or market-day delivery as a calendar file (RFC 5545), in UTC so no time zone
 * rules are needed. An order is always the same event; a higher sequence replaces a moved or
 * canceled one.
 * @throws Refusal 'not-found' for deliveries without a day, and orders canceled long ago
 */
export async function pickupCalendar(
  shop: Pick<Shop, 'db' | 'id' | 'linkOrigin' | 'now'>,
  secret: string,
): Promise<{ fileName: string; text: string }> {
  const order = await requireOrderOf(shop.db, secret)
  const link = shop.linkOrigin + receiptPath(secret)
  const { place, day } = await readDestination(shop.db, order)
  const changedAt = await lastChangeOf(shop.db, order, place)
  const isCancelled = order.status === 'cancelled'
  const age = shop.now().getTime() - Date.parse(changedAt)
  if (!day || (isCancelled && age > CANCELLED_FOR))
    throw new Refusal('not-found', 'There is nothing to pick up for this order.')
  const what = order.delivery_method === 'shipping' ? 'Delivery of' : 'Pick up'
  const farm = await readSetting(shop.db, 'farm_name')
  const text = calendarText([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Farmstand//Pickup//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', `order-${order.id}@${shop.id}`],
    ['SEQUENCE', String(order.revision)],
    ['DTSTAMP', utc(changedAt)],
    ['DTSTART', utc(day.opens_at)],
    ['DTEND', utc(day.closes_at)],
    ...(isCancelled ? [['STATUS', 'CANCELLED'] as const] : []),
    ['SUMMARY', escapeText(`${what} ${farm} order #${order.id}`)],
    ['LOCATION', escapeText(locationOf(order, place))],
    ...pointLine(place),
    [
      'DESCRIPTION',
      escapeText([...(await notesOf(shop.db, order, place)), `Your receipt: ${link}`].join('\n')),
    ],
    ['URL', link],
    ...(isCancelled ? [] : REMINDER),
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

function locationOf({ shipping_address: to }: OrderRow, place: Place | null): string {
  if (to) return formatAddress(to)
  return [place?.name, place?.address].filter(Boolean).join(', ')
}

/** An hour before, and on the evening before a morning: 12 hours. */
const REMINDER = ['-PT1H', '-PT12H'].flatMap((trigger): CalendarLine[] => [
  ['BEGIN', 'VALARM'],
  ['ACTION', 'DISPLAY'],
  ['DESCRIPTION', 'Your order'],
  ['TRIGGER', trigger],
  ['END', 'VALARM'],
])

function pointLine(place: Place | null): CalendarLine[] {
  const point = place?.map_url ? pointOf(place.map_url) : null
  return point ? [['GEO', point]] : []
}

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

/** A canceled order ignores later changes of day and place. */
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

function utc(instant: string): string {
  return Temporal.Instant.from(instant).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

/** In bytes (RFC 5545, section 3.1). */
const MAX_LINE_LENGTH = 75

/** Values are written as given; pass free text through `escapeText` first. */
type CalendarLine = readonly [name: string, value: string]

export function calendarText(lines: readonly CalendarLine[]): string {
  return lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
}

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (bytes + more > MAX_LINE_LENGTH) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += more
  }
  return folded
}
