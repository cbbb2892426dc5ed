// How long the desk's lists of orders take: `node tests/measure-orders.ts 100000 [postgres]`, on
// its own database.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import { openDatabase } from '#server/db/open-database.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { exportOrders } from '#server/features/orders/export-orders.ts'
import { listOrders } from '#server/features/orders/list-orders.ts'
import { sumOrders } from '#server/features/orders/sum-orders.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { fillWithOrders } from './many-orders.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const TRIES = 7
const NOW = new Date('2026-11-18T18:00:00.000Z')

const FILTERS: Record<string, Partial<OrderFilter>> = {
  'all, newest': {},
  'a number': { text: '#5000' },
  'a whole name': { text: 'marta lindqvist' },
  'the beginning of a name': { text: 'mar' },
  'two letters': { text: 'ma' },
  'an email address': { text: 'ada.miller7@example.com' },
  'nobody’s name': { text: 'zzz' },
  'a name, delivered, farm store': { text: 'marta', status: 'delivered', place: 'farm_store' },
  'the end of a phone number': { text: '1003' },
  'a whole phone number': { text: '(605) 791-9000' },
  'what a few noted': { text: 'gate 61' },
  'a street': { text: '127 minnekahta' },
  'a ZIP code': { text: '57747' },
  'goods of all orders': { text: 'eggs' },
  'goods of every other order': { text: 'beets' },
  'a name and goods': { text: 'marta beets' },
  pending: { status: 'pending' },
  delivered: { status: 'delivered' },
  'to pack': { status: 'to-pack' },
  'needs attention': { status: 'needs-attention' },
  'shipped, none': { status: 'shipped', orderedUntil: '2020-01-01' },
  'farm store': { place: 'farm_store' },
  delivery: { place: 'delivery' },
  'a pickup Saturday': { pickupDate: '2026-10-31' },
  'an old pickup Saturday, cancelled': { pickupDate: '2026-01-10', status: 'cancelled' },
  'a month': { orderedFrom: '2026-10-01', orderedUntil: '2026-10-31' },
  'a month, delivered, farm store': {
    orderedFrom: '2026-02-01',
    orderedUntil: '2026-02-28',
    status: 'delivered',
    place: 'farm_store',
  },
}

async function measure(db: Db, many: number): Promise<void> {
  const eggs = {
    name: 'Farm Eggs',
    description: '',
    category: 'Farm Eggs' as const,
    stock: 9,
    imageUrl: null,
  }
  const { id } = await createProduct(db, { ...eggs, price: 500 as Cents }, NOW)
  const beets = await createProduct(db, { ...eggs, name: 'Ruby Beets', price: 400 as Cents }, NOW)
  const filling = performance.now()
  await fillWithOrders(db, many, NOW, [id, beets.id])
  // PostgreSQL's autovacuum would do this within a minute.
  if (engine === 'postgres') await write(db, (tx) => sql`analyze`.execute(tx))
  console.log(`filled with ${many} in ${Math.round((performance.now() - filling) / 1000)} s`)
  for (const [name, narrowed] of Object.entries(FILTERS)) {
    const filter = { text: null, ...narrowed }
    const [first] = await timed(() => listOrders(db, { filter, before: null, most: 50 }))
    const before = Math.round(many / 2)
    const [deep, page] = await timed(() => listOrders(db, { filter, before, most: 50 }))
    const [sum, found] = await timed(() => sumOrders(db, filter))
    const [packing] = await timed(() =>
      listOrders(db, { filter, before: null, most: 50, sort: 'packing' }),
    )
    const how = `${found.count}${found.isMore ? ' and more' : ''}`
    console.log(
      `${name.padEnd(36)} first ${first.toFixed(1)} ms, from the middle on ${deep.toFixed(1)} ms (${page.orders.length}), sum ${sum.toFixed(1)} ms (${how}), packing order ${packing.toFixed(1)} ms`,
    )
  }
  await measureExport(db)
}

async function measureExport(db: Db): Promise<void> {
  const start = performance.now()
  let bytes = 0
  const before = process.memoryUsage().rss
  let most = before
  const all = { filter: { text: null }, rows: 'orders', timeZone: 'America/Denver' } as const
  for await (const piece of exportOrders(db, all)) {
    bytes += piece.length
    most = Math.max(most, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - start) / 1000
  console.log(
    `CSV of all: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, at most ${Math.round((most - before) / 1e6)} MB more held`,
  )
}

/** The median of a few tries, after a warm-up. */
async function timed<T>(work: () => Promise<T>): Promise<[ms: number, answer: T]> {
  const answer = await work()
  const times: number[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return [times.sort((one, other) => one - other)[Math.floor(TRIES / 2)] ?? 0, answer]
}

const [many = '100000', engine = 'sqlite'] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'farmstand-measure-'))
const postgres = engine === 'postgres' ? await startPostgres({ fsync: false }) : null
const databaseUrl = postgres && (await createDatabase(postgres.url, 'measure'))
const database = await openDatabase({ dataDir, databaseUrl }, NOW)
try {
  await measure(database.db, Number(many))
} finally {
  await database.close()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
}
