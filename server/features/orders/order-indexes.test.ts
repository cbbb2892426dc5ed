import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { OrderFilter } from '#contract/orders/desk-orders.ts'
import { type Db, write } from '#server/db/write.ts'
import { listDayProducts } from '#server/features/calendar/list-day-products.ts'
import { listBackSince } from '#server/features/stock/back-in-stock.ts'
import {
  countPastOrders,
  findNextNeed,
  listPromised,
  listToPack,
} from '#server/features/stock/promised-units.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { countUnpaid, listOrders } from './list-orders.ts'
import { showOrder } from './show-order.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

const filters: [string, Partial<OrderFilter>, index: RegExp][] = [
  ['nothing', {}, /orders_newest/],
  ['a number', { text: '#7' }, /PRIMARY KEY|orders_pkey|orders_id_total_cents_key/],
  ['a word', { text: 'mar' }, /PRIMARY KEY \(word>\? AND word<\?\)|order_words_(pkey|of_order)/],
  [
    'the end of a phone number',
    { text: '1003' },
    /order_words_(pkey|of_order)|PRIMARY KEY \(word>\? AND word<\?\)/,
  ],
  ['goods', { text: 'eggs' }, /order_items/],
  ['a status', { status: 'cancelled' }, /orders_of_status/],
  [
    'a status at a place',
    { status: 'cancelled', place: 'farm_store' },
    /orders_of_status_at_place/,
  ],
  ['to pack', { status: 'to-pack' }, /orders_to_pack/],
  [
    'attention',
    { status: 'needs-attention' },
    /orders_disputed[\s\S]*refunds_failed|refunds_failed[\s\S]*orders_disputed/,
  ],
  ['unpaid', { status: 'unpaid' }, /refunds_given/],
  // A third of the orders, or a tenth: PostgreSQL may just as well walk the newest.
  ['a place', { place: 'farm_store' }, /orders_of_place|orders_newest/],
  ['deliveries', { place: 'delivery' }, /orders_to_deliver/],
  ['a pickup day', { pickupDate: '2026-11-14' }, /market_days_by_day|orders_newest/],
  ['days before one', { pickupBefore: '2026-11-21' }, /orders_newest|orders_of_market_day/],
  ['a month', { orderedFrom: '2026-10-01', orderedUntil: '2026-10-31' }, /orders_newest/],
]

/** One shop for all filters, since a list only reads. */
let shop: AShop
const atEnd: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  shop = await aShop({ hasNewDatabase: true, atEnd: (end) => void atEnd.push(end) })
  const { id } = await aProduct(shop.db)
  await fillWithOrders(shop.db, 2000, NOW, [id])
  if (inject('postgresUrl')) await write(shop.db, (tx) => sql`analyze`.execute(tx))
}, 60_000)
afterAll(async () => {
  for (const end of atEnd.toReversed()) await end()
})

test.each(filters)(
  'a page of orders by %s is found by an index, and nothing is read whole',
  async (_, narrowed, index) => {
    for (const before of [null, 1900]) {
      const filter = { text: null, ...narrowed }
      const plans = await plansOf(shop.db, (db) => listOrders(db, { filter, before, most: 50 }))
      expect(plans.join('\n')).toMatch(index)
      // Goods are found through product names, of which there are few.
      const readWhole = plans.filter((line) => READS_ALL.test(line) && !/ products/.test(line))
      expect(readWhole).toEqual([])
    }
  },
)

const at = NOW
const day = NOW.toISOString().slice(0, 10)
const counted: [string, (db: Db) => Promise<unknown>][] = [
  ['products of a market day', (db) => listDayProducts(db, 1, at)],
  ['units of all products to pack', listPromised],
  ['orders with a product to pack', (db) => listToPack(db, 1)],
  ['orders of past days that are still to pack', (db) => countPastOrders(db, day)],
  ['the next day that needs a product', (db) => findNextNeed(db, 1, day)],
  ['what is new for a letter', (db) => listBackSince(db, new Date(at.getTime() - 60_000))],
  ['orders that nobody paid for', (db) => countUnpaid(db, at, at)],
]

/** Scans that grow with every order. An index of only what is open or failed stays short. */
const GOES_THROUGH_ALL =
  /^SCAN (orders|order_items|payments|stock_movements)(?! USING (COVERING )?INDEX (orders_to_pack|payments_lapsed))|SEARCH payments USING (?!.*payments_lapsed).*\(order_id>/

// PostgreSQL chooses by table size.
test.skipIf(inject('postgresUrl')).each(counted)(
  '%s are counted among what is open, not among all that was ever ordered',
  async (_, count) => {
    const plans = await plansOf(shop.db, count)
    expect(plans.filter((line) => GOES_THROUGH_ALL.test(line))).toEqual([])
  },
)

test('one order with its history is found by indexes', async () => {
  const shop = await aShop({ hasNewDatabase: true })
  const { id } = await aProduct(shop.db)
  await fillWithOrders(shop.db, 100, NOW, [id])
  const plans = await plansOf(shop.db, (db) => showOrder(db, 7))
  expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
  expect(plans.join('\n')).toMatch(/audit_of_subject/)
})
