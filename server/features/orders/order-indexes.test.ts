import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { listOrders } from './list-orders.ts'
import { showOrder } from './show-order.ts'

const NOW = new Date('2026-11-18T18:00:00.000Z')

/** Everything a piece of work asks the database. */
async function queriesOf(db: Db, work: (db: Db) => Promise<unknown>): Promise<CompiledQuery[]> {
  const asked: CompiledQuery[] = []
  const overhear: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      asked.push(db.getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(overhear))
  return asked
}

/** How the database goes about a query, line by line; PostgreSQL as if the tables were too long to be read whole. */
function planOf(db: Db, query: CompiledQuery): Promise<string[]> {
  const isPostgres = inject('postgresUrl') !== undefined
  return write(db, async (tx) => {
    if (isPostgres) await sql`set local enable_seqscan = off`.execute(tx)
    const words = `explain ${isPostgres ? '' : 'query plan '}${query.sql}`
    const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(words, [...query.parameters]))
    return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail))
  })
}

/** A line that reads a table from one end to the other, or sorts what it found. */
const READS_ALL = /^SCAN (?!\(|CONSTANT)(?!.* USING .*INDEX)|Seq Scan/

const filters: [string, Partial<OrderFilter>, index: RegExp][] = [
  ['nothing', {}, /orders_newest/],
  ['a number', { text: '#7' }, /PRIMARY KEY|orders_pkey|orders_id_total_cents_key/],
  ['a word', { text: 'mar' }, /PRIMARY KEY \(word>\? AND word<\?\)|order_words_(pkey|of_order)/],
  ['a status', { status: 'cancelled' }, /orders_of_status/],
  ['to pack', { status: 'to-pack' }, /orders_to_pack/],
  [
    'attention',
    { status: 'needs-attention' },
    /orders_disputed[\s\S]*refunds_failed|refunds_failed[\s\S]*orders_disputed/,
  ],
  ['a place', { place: 'farm_store' }, /orders_of_place/],
  ['deliveries', { place: 'delivery' }, /orders_to_deliver/],
  ['a pickup day', { pickupDate: '2026-11-14' }, /orders_of_pickup_day/],
  ['a month', { orderedFrom: '2026-10-01', orderedUntil: '2026-10-31' }, /orders_newest/],
]

test.each(filters)(
  'a page of orders by %s is found by an index, and nothing is read whole',
  async (_, narrowed, index) => {
    const shop = await aShop()
    const { id } = await aProduct(shop.db)
    await fillWithOrders(shop.db, 2000, NOW, [id])
    if (inject('postgresUrl')) await write(shop.db, (tx) => sql`analyze`.execute(tx))
    for (const before of [null, 1900]) {
      const filter = { text: null, ...narrowed }
      const queries = await queriesOf(shop.db, (db) => listOrders(db, { filter, before, most: 50 }))
      const plans = await Promise.all(queries.map((query) => planOf(shop.db, query)))
      expect(plans.flat().join('\n')).toMatch(index)
      expect(plans.flat().filter((line) => READS_ALL.test(line.trim()))).toEqual([])
    }
  },
)

test('one order with its history is found by indexes', async () => {
  const shop = await aShop()
  const { id } = await aProduct(shop.db)
  await fillWithOrders(shop.db, 100, NOW, [id])
  const queries = await queriesOf(shop.db, (db) => showOrder(db, 7))
  const plans = await Promise.all(queries.map((query) => planOf(shop.db, query)))
  expect(plans.flat().filter((line) => READS_ALL.test(line.trim()))).toEqual([])
  expect(plans.flat().join('\n')).toMatch(/audit_of_subject/)
})
