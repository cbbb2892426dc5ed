import { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify'
import { type Cents, sum, toCents, toDollars } from '#contract/money.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Order } from '#contract/orders.ts'
import { isUnpaid } from '#contract/standing.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { Db } from '#server/db/tables.ts'
import { CSV_FORM } from '#server/http/csv-form.ts'
import { listOrders } from './list-orders.ts'

/**
 * So many orders are read and held in memory at once; on SQLite everybody else waits while they are
 * read.
 */
const AT_ONCE = 200

/**
 * The orders of a filter as CSV for a spreadsheet: one line each, amounts in dollars with two
 * decimals, days and instants in ISO 8601. What a buyer typed is text there and never a formula.
 */
export function exportOrders(db: Db, filter: OrderFilter): Readable {
  const lines = stringify({ ...CSV_FORM, columns: Object.keys(COLUMNS) })
  const rows = Readable.from(rowsOf(db, filter))
  // A transfer that was broken off stops the reading, and a failed reading breaks off the transfer.
  lines.on('close', () => rows.destroy())
  rows.on('error', (error) => lines.destroy(error))
  return rows.pipe(lines)
}

async function* rowsOf(db: Db, filter: OrderFilter): AsyncGenerator<string[]> {
  for (let before: number | null = null; ; ) {
    const page = await listOrders(db, { filter, before, most: AT_ONCE })
    for (const order of page.orders) yield Object.values(COLUMNS).map((format) => format(order))
    if (page.next === null) return
    before = page.next
    await othersTurn()
  }
}

const COLUMNS: Record<string, (order: Order) => string> = {
  Order: ({ id }) => String(id),
  Ordered: ({ createdAt }) => createdAt,
  Status: ({ status }) => status,
  Customer: ({ customerName }) => customerName,
  'E-mail': ({ customerEmail }) => customerEmail,
  Phone: ({ customerPhone }) => customerPhone ?? '',
  Items: ({ items }) => formatGoods(items.map(({ standing, name }) => [standing, name])),
  'Given back': ({ items }) => formatGoods(items.map(({ returned, name }) => [returned, name])),
  Weighed: ({ items }) =>
    items.flatMap(({ name, weighed }) => (weighed ? `${name}, ${weighed}` : [])).join('; '),
  Subtotal: ({ subtotal }) => amount(toCents(subtotal)),
  'Delivery fee': ({ deliveryFee }) => amount(toCents(deliveryFee)),
  Total: ({ total }) => amount(toCents(total)),
  Refunded: (order) => amount(refundedOf(order)),
  Payment: ({ paymentStatus }) => paymentStatus,
  Unpaid: (order) => (isUnpaid(order) ? 'NOT PAID' : ''),
  'Paid without a card': ({ balance }) => (balance ? amount(toCents(balance.paid)) : ''),
  'Paid by': ({ balance }) => balance?.ways.join(', ') ?? '',
  Due: ({ balance }) => (balance ? amount(toCents(balance.due)) : ''),
  Test: ({ testMode }) => (testMode ? 'yes' : 'no'),
  Disputed: ({ disputedAt }) => disputedAt ?? '',
  Place: ({ pickupLocation }) => pickupLocation ?? 'delivery',
  'Pickup day': ({ pickupDate }) => pickupDate ?? '',
  'Place name': ({ marketDay }) => marketDay?.placeName ?? '',
  'Market day': ({ marketDay }) => marketDay?.day ?? '',
  Hours: ({ marketDay }) => (marketDay ? formatHours(marketDay) : ''),
  'Pickup by': ({ pickupName }) => pickupName ?? '',
  Gift: ({ isGift }) => (isGift ? 'yes' : 'no'),
  'If short': ({ ifShort }) => ifShort ?? '',
  Boxes: ({ boxes }) => String(boxes),
  Packed: ({ packedAt }) => packedAt ?? '',
  'Handed over': ({ collectedAt }) => collectedAt ?? '',
  Address: ({ shippingAddress }) => shippingAddress?.address ?? '',
  City: ({ shippingAddress }) => shippingAddress?.city ?? '',
  State: ({ shippingAddress }) => shippingAddress?.state ?? '',
  ZIP: ({ shippingAddress }) => shippingAddress?.zipCode ?? '',
  Notes: ({ notes }) => notes ?? '',
  'Farm’s note': ({ farmNote }) => farmNote ?? '',
}

/** `2 x Eggs; 1 x Honey`, of those that there are any of. */
export function formatGoods(goods: [units: number, name: string][]): string {
  const some = goods.filter(([units]) => units > 0)
  return some.map(([units, name]) => `${units} x ${name}`).join('; ')
}

function refundedOf({ refunds }: Order): Cents {
  return sum(
    ...refunds.filter(({ state }) => state !== 'failed').map((refund) => toCents(refund.amount)),
  )
}

function amount(value: Cents): string {
  return toDollars(value).toFixed(2)
}
