import type { Readable } from 'node:stream'
import { setImmediate as othersTurn } from 'node:timers/promises'
import { type Cents, toCents } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { givenBackOf } from '#contract/money/refunds.ts'
import { isUnpaid, standingCentsOf, standingOf } from '#contract/money/standing.ts'
import type { CsvRows, OrderFilter } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { farmTimestamp } from '#contract/time/farm-time.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import type { Db } from '#server/db/write.ts'
import {
  formatWeighed,
  type ItemRow,
  listItems,
} from '#server/features/order-balance/order-balance.ts'
import { streamCsv } from '#server/http/csv-form.ts'
import { listOrders } from './list-orders.ts'

/** Orders per read; on SQLite, everyone else waits during one. */
const AT_ONCE = 200

type Export = { filter: OrderFilter; rows: CsvRows; timeZone: string }

/** One row per order or line; dollars with two decimals. What a buyer typed is never a formula. */
export function exportOrders(db: Db, wanted: Export): Promise<Readable> {
  const columns = Object.keys(wanted.rows === 'items' ? ITEM_COLUMNS : COLUMNS)
  return streamCsv(columns, csvRows(db, wanted))
}

async function* csvRows(db: Db, { filter, rows, timeZone }: Export): AsyncGenerator<string[]> {
  const time: Time = (instant) => (instant ? farmTimestamp(instant, timeZone) : '')
  for (let before: number | null = null; ; ) {
    const page = await listOrders(db, { filter, before, most: AT_ONCE })
    if (rows === 'items') yield* itemRows(db, page.orders, time)
    else
      for (const order of page.orders)
        yield Object.values(COLUMNS).map((format) => format(order, time))
    if (page.next === null) return
    before = page.next
    await othersTurn()
  }
}

type Item = { order: Order; line: ItemRow }

async function* itemRows(db: Db, orders: readonly Order[], time: Time): AsyncGenerator<string[]> {
  const ids = orders.map(({ id }) => id)
  const lines = await listItems(db, ids)
  for (const order of orders)
    for (const line of lines.get(order.id) ?? [])
      yield Object.values(ITEM_COLUMNS).map((format) => format({ order, line }, time))
}

type Time = (instant: string | null) => string

const COLUMNS: Record<string, (order: Order, time: Time) => string> = {
  Order: ({ id }) => String(id),
  Ordered: ({ createdAt }, time) => time(createdAt),
  Status: ({ status }) => status,
  Customer: ({ customerName }) => customerName,
  Email: ({ customerEmail }) => customerEmail,
  Phone: ({ customerPhone }) => customerPhone ?? '',
  Items: ({ items }) => formatGoods(items.map(({ standing, name }) => [standing, name])),
  'Given back': ({ items }) => formatGoods(items.map(({ returned, name }) => [returned, name])),
  Weighed: ({ items }) =>
    items.flatMap(({ name, weighed }) => (weighed ? `${name}, ${weighed}` : [])).join('; '),
  Subtotal: ({ subtotal }) => plainDollars(toCents(subtotal)),
  'Delivery fee': ({ deliveryFee }) => plainDollars(toCents(deliveryFee)),
  Total: ({ total }) => plainDollars(toCents(total)),
  Refunded: (order) => plainDollars(givenBackOf(order)),
  Payment: ({ paymentStatus }) => paymentStatus,
  Unpaid: (order) => (isUnpaid(order) ? 'NOT PAID' : ''),
  'Paid without a card': ({ balance }) => (balance ? plainDollars(toCents(balance.paid)) : ''),
  'Paid by': ({ balance }) => balance?.ways.join(', ') ?? '',
  Due: ({ balance }) => (balance ? plainDollars(toCents(balance.due)) : ''),
  Test: ({ testMode }) => (testMode ? 'yes' : 'no'),
  Disputed: ({ disputedAt }, time) => time(disputedAt),
  Place: ({ pickupLocation }) => pickupLocation ?? 'delivery',
  'Pickup day': ({ pickupDate }) => pickupDate ?? '',
  'Place name': ({ marketDay }) => marketDay?.placeName ?? '',
  'Market day': ({ marketDay }) => marketDay?.day ?? '',
  Hours: ({ marketDay }) => (marketDay ? formatHours(marketDay) : ''),
  'Pickup by': ({ pickupName }) => pickupName ?? '',
  Gift: ({ isGift }) => (isGift ? 'yes' : 'no'),
  'Gift for': ({ giftTo }) => giftTo ?? '',
  'If short': ({ ifShort }) => ifShort ?? '',
  Boxes: ({ boxes }) => String(boxes),
  Packed: ({ packedAt }, time) => time(packedAt),
  'Handed over': ({ collectedAt }, time) => time(collectedAt),
  Address: ({ shippingAddress }) => shippingAddress?.address ?? '',
  City: ({ shippingAddress }) => shippingAddress?.city ?? '',
  State: ({ shippingAddress }) => shippingAddress?.state ?? '',
  ZIP: ({ shippingAddress }) => shippingAddress?.zipCode ?? '',
  Notes: ({ notes }) => notes ?? '',
  'Farm’s note': ({ farmNote }) => farmNote ?? '',
}

const ITEM_COLUMNS: Record<string, (item: Item, time: Time) => string> = {
  Order: ({ order }) => String(order.id),
  Ordered: ({ order }, time) => time(order.createdAt),
  Status: ({ order }) => order.status,
  Customer: ({ order }) => order.customerName,
  'Product ID': ({ line }) => String(line.product_id),
  Product: ({ line }) => line.name,
  Quantity: ({ line }) => String(standingOf(line)),
  Price: ({ line }) => plainDollars(line.unit_cents),
  Amount: ({ line }) => plainDollars(standingCentsOf(line) as Cents),
  'Ordered quantity': ({ line }) => String(line.quantity),
  'Given back': ({ line }) => String(line.returned),
  Weighed: ({ line }) => formatWeighed(line) ?? '',
  Payment: ({ order }) => order.paymentStatus,
  Unpaid: ({ order }) => (isUnpaid(order) ? 'NOT PAID' : ''),
  Test: ({ order }) => (order.testMode ? 'yes' : 'no'),
  Place: ({ order }) => order.pickupLocation ?? 'delivery',
  'Place name': ({ order }) => order.marketDay?.placeName ?? '',
  'Market day': ({ order }) => order.marketDay?.day ?? order.pickupDate ?? '',
}

export function formatGoods(goods: [units: number, name: string][]): string {
  const some = goods.filter(([units]) => units > 0)
  return some.map(([units, name]) => `${units} x ${name}`).join('; ')
}
