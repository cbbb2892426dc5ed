import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { raiseCounters } from '#server/db/id-counters.ts'
import { openDatabase, openOlder } from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { listTables } from '#server/db/table-list.ts'
import { write } from '#server/db/write.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { runJobs } from '#server/jobs.ts'
import { openShop } from '#server/open-shop.ts'
import { aBackupOf, anEmptyPlace, ENGINES, NOW, type Place } from '../a-backup.ts'
import { aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { aProduct } from '../a-shop.ts'
import { anOlderShop } from '../an-older-shop.ts'
import { type SchemaFixture, schemaFixtures } from '../fixtures/schema-fixtures.ts'
import { IS_LONG } from '../length-of-run.ts'
import { workApart } from './work-apart.ts'

const ORDERS = IS_LONG ? 1_000_000 : 2000

/** So many of them are still to be picked up, on the day after tomorrow. */
const COMING = 300

/** The longest that such a shop may be closed for its update, in milliseconds, on a machine without other work. */
const LONGEST = IS_LONG ? 60_000 : 10_000

/** When a process that updates it is killed, in milliseconds. */
const KILLED_AFTER = IS_LONG ? [4000, 8000, 12_000] : []

const FORMER = schemaFixtures().find(({ migration }) => migration === '0024-one-outbox')
const NO_PAGES = { client: null, renderPage: async () => ({ status: 200, html: '' }) }
const ENGINE = ENGINES.at(-1) ?? 'sqlite'

/** Repeats the first order of a release's shop so often, with all that belongs to it. */
async function fillShop(place: Place, { rows }: SchemaFixture): Promise<void> {
  const { db, engine, close } = await openOlder(place)
  const copies = (table: string, which: string, changed: Record<string, string>) => {
    const columns = Object.keys(rows[table]?.[0] ?? {}).filter((name) => changed[name] !== '')
    const values = columns.map((name) => changed[name] ?? `first.${name}`)
    return `insert into ${table} (${columns.join()})
      with recursive copies (copy) as
        (select 3 union all select copy + 1 from copies where copy < ${ORDERS + 2})
      select ${values.join()} from ${table} as first, copies where first.${which}`
  }
  const order_id = 'copy'
  const named = (what: string) => `'${what}-' || copy`
  const coming = `case when copy > ${ORDERS + 2 - COMING} then '2026-11-21' else first.pickup_date end`
  const unique = { checkout_key: named('key'), receipt_secret: named('secret') }
  const statements = [
    copies('orders', 'id = 1', { ...unique, id: 'copy', pickup_date: coming }),
    copies('order_items', 'order_id = 1', { order_id }),
    copies('order_words', 'order_id = 1', { order_id }),
    copies('payments', 'order_id = 1', {
      ...{ id: named('pay'), order_id, intent_id: named('intent'), basket: 'null' },
      checkout_key: named('key'),
    }),
    copies('stock_movements', 'order_id = 1', { id: '', order_id }),
    copies('outbox', 'order_id = 1', {
      id: '',
      uuid: named('mail'),
      order_id,
      sent_at: 'first.due_at',
    }),
    `insert into stock_movements (product_id, delta, reason, at)
      select 1, 3 * ${ORDERS}, 'adjusted', created_at from orders where id = 1`,
  ]
  await write(db, async (tx) => {
    if (engine === 'postgres') await noTimeLimits(tx)
    for (const statement of statements) await sql.raw(statement).execute(tx)
    await raiseCounters(tx, engine, await listTables(tx, engine), {})
  })
  await close()
}

/** How the shop stands on disk, before its update or after it. */
async function standOf(place: Place) {
  const { db, close } = await openOlder(place)
  const count = sql<{ n: number }>`select (select count(*) from orders) + (select count(*) from
    order_items) + (select count(*) from stock_movements) as n`
  const migrations = sql<{ name: string }>`select name from schema_migrations order by name`
  const found = [await count.execute(db), await migrations.execute(db)].map(({ rows }) => rows)
  await close()
  return found
}

/** Opens the shop in this release, lets its jobs run, and buys; answers the number of the order. */
async function sellOn({ dataDir, databaseUrl }: Place): Promise<number> {
  const where = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const config = readConfig({ ...where, DEMO: '0', LOG_LEVEL: 'silent' })
  const { shop, app, close } = await openShop(config, NO_PAGES, () => NOW)
  try {
    await runJobs(shop)
    const eggs = await aProduct(shop.db)
    const placed = await aKeyedBuyer(app).buy(orderBody([[eggs, 1]]))
    const dated = await shop.db
      .selectFrom('orders')
      .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
      .select(['market_days.day', (row) => row.fn.countAll<number>().as('orders')])
      .groupBy('market_days.day')
      .execute()
    const days = dated.map(({ day, orders }) => [day, Number(orders)])
    expect(days).toEqual([['2026-11-21', COMING + 1]])
    expect(await checkBooks(shop.db, NOW)).toEqual([])
    return placed.json().id
  } finally {
    await close()
  }
}

test(`a shop of the release before market days, with ${ORDERS.toLocaleString('en')} orders, is soon open again; a backup of it is put back; and no order number is given twice`, {
  timeout: IS_LONG ? 30 * 60_000 : 60_000,
}, async () => {
  if (!FORMER) throw new Error('The release has its fixture.')
  const place = await anOlderShop(FORMER)
  await fillShop(place, FORMER)
  const { file } = await aBackupOf(place)
  const before = await standOf(place)
  for (const after of KILLED_AFTER) {
    expect(await workApart({ kill: null, open: place }, after), `${after} ms`).toBe('killed')
    expect(await standOf(place), `${after} ms`).toEqual(before)
  }
  const begun = performance.now()
  const { close } = await openDatabase(place, NOW)
  const took = performance.now() - begun
  await close()
  console.log(`${ORDERS} orders: updated on ${ENGINE} in ${Math.round(took)} ms`)
  expect(await sellOn(place)).toBe(ORDERS + 3)
  const elsewhere = await anEmptyPlace(ENGINE)
  await restoreBackup({ ...elsewhere, file, passphrase: null, takeOver: false, now: NOW })
  expect(await sellOn(elsewhere)).toBeGreaterThan(ORDERS + 3)
  expect(took).toBeLessThan(LONGEST)
})
