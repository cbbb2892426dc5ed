import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { OrderFilter } from '#contract/order-filter.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import { listOrders } from './list-orders.ts'
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
  ['to pack', { status: 'to-pack' }, /orders_to_pack/],
  [
    'attention',
    { status: 'needs-attention' },
    /orders_disputed[\s\S]*refunds_failed|refunds_failed[\s\S]*orders_disputed/,
  ],
  ['unpaid', { status: 'unpaid' }, /refunds_given/],
  // A third of the orders: PostgreSQL may as well go along the newest.
  ['a place', { place: 'farm_store' }, /orders_of_place|orders_newest/],
  ['deliveries', { place: 'delivery' }, /orders_to_deliver/],
  ['a pickup day', { pickupDate: '2026-11-14' }, /orders_of_pickup_day/],
  ['a month', { orderedFrom: '2026-10-01', orderedUntil: '2026-10-31' }, /orders_newest/],
]

/** One shop for all filters: a list only reads. */
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
      // Goods are looked for among the names of the products, which are few.
      const readWhole = plans.filter((line) => READS_ALL.test(line) && !/ products/.test(line))
      expect(readWhole).toEqual([])
    }
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
