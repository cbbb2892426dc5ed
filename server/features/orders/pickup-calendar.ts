import { PICKUP_HOURS, PICKUP_PLACES } from '#contract/delivery.ts'
import { hasPickup, receiptPath } from '#contract/receipt-link.ts'
import { Refusal } from '#server/core/refusal.ts'
import { readSetting, readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { requireReceipt } from './show-receipt.ts'

/**
 * The pickup of an order as a calendar file (RFC 5545), in UTC so that it needs no time zone's
 * rules. The same order is the same event, however often it is fetched.
 * @throws Refusal 'not-found' for deliveries and cancelled orders as well
 */
export async function pickupCalendar(
  shop: Pick<Shop, 'db' | 'id' | 'linkOrigin'>,
  secret: string,
): Promise<{ fileName: string; text: string }> {
  const receipt = await requireReceipt(shop.db, secret)
  if (!hasPickup(receipt))
    throw new Refusal('not-found', 'There is nothing to pick up for this order.')
  const { id, createdAt, pickupLocation, pickupDate } = receipt
  const { from, until } = PICKUP_HOURS[pickupLocation]
  const { name } = PICKUP_PLACES[pickupLocation]
  const address = await readSetting(shop.db, 'business_address')
  const timeZone = await readTimeZone(shop.db)
  const link = shop.linkOrigin + receiptPath(secret)
  const instantAt = (hour: number) =>
    Temporal.PlainDate.from(pickupDate)
      .toZonedDateTime({ timeZone, plainTime: { hour } })
      .toInstant()
  const text = calendarText([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', '-//Farmstand//Pickup//EN'],
    ['BEGIN', 'VEVENT'],
    ['UID', `order-${id}@${shop.id}`],
    ['DTSTAMP', utc(Temporal.Instant.from(createdAt))],
    ['DTSTART', utc(instantAt(from))],
    ['DTEND', utc(instantAt(until))],
    ['SUMMARY', escapeText(`Pick up Farmstand order #${id}`)],
    ['LOCATION', escapeText(address ? `${name}, ${address}` : name)],
    ['DESCRIPTION', escapeText(`Your receipt: ${link}`)],
    ['URL', link],
    ['END', 'VEVENT'],
    ['END', 'VCALENDAR'],
  ])
  return { fileName: `farmstand-order-${id}.ics`, text }
}

function utc(instant: Temporal.Instant): string {
  return instant.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

/** The longest line of a calendar file, in bytes (RFC 5545, section 3.1). */
const MAX_LINE_LENGTH = 75

/**
 * A property as it stands in a calendar file; its value is written as given, so free text goes
 * through `escapeText` first.
 */
type CalendarLine = [name: string, value: string]

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
