import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readDashboard } from '#server/features/analytics/read-figures.ts'
import { refreshSales } from '#server/features/analytics/refresh-sales.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { NOW } from '#tests/a-backup.ts'
import { aProduct } from '#tests/a-shop.ts'
import { anOlderShop } from '#tests/an-older-shop.ts'
import { fingerprintOf, schemaFixtures } from '#tests/fixtures/schema-fixtures.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { MIGRATION_NAMES } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import type { Row } from './table-rows.ts'
import type { Db } from './tables.ts'
import { write } from './write.ts'

const onPostgres = inject('postgresUrl') !== undefined
const FIXTURES = schemaFixtures()

/** SQLite opens every release; in a short run PostgreSQL every fourth, and the last one. */
const OPENED = isShortOnPostgres()
  ? FIXTURES.filter((_, place) => place % 4 === 0 || place === FIXTURES.length - 1)
  : FIXTURES

/** The mails and the subscribers got another table; what they hold is looked at by itself. */
const MADE_ANEW = ['outbox', 'subscribers', 'newsletter_mails', 'question_mails']

test('every migration has its fixture, and none was edited since', () => {
  expect(FIXTURES.map(({ migration, fingerprint }) => [migration, fingerprint])).toEqual(
    MIGRATION_NAMES.map((name) => [name, fingerprintOf(name)]),
  )
})

function rowsOf(db: Db, table: string): Promise<Row[]> {
  return sql<Row>`select * from ${sql.table(table)}`.execute(db).then(({ rows }) => rows)
}

describe.each(OPENED)('a shop of release $migration', (fixture) => {
  /**
   * Opened once, as a release is changed once: the tests look at it in this order, and only the
   * last one adds a row.
   */
  let db: Db
  const atEnd: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const place = await anOlderShop(fixture, (end) => void atEnd.push(end))
    const database = await openDatabase(place, NOW)
    atEnd.push(() => database.close())
    db = database.db
  }, 60_000)
  afterAll(async () => {
    for (const end of atEnd.toReversed()) await end()
  })

  test('opens in this one with every row and every value it had', async () => {
    expect((await rowsOf(db, 'schema_migrations')).map(({ name }) => name)).toEqual(MIGRATION_NAMES)
    for (const [table, rows] of Object.entries(fixture.rows)) {
      if (MADE_ANEW.includes(table)) continue
      const found = await rowsOf(db, table)
      for (const row of rows) expect(found, `${table}`).toContainEqual(expect.objectContaining(row))
    }
    const mails = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    for (const row of [
      ...(fixture.rows.newsletter_mails ?? []),
      ...(fixture.rows.question_mails ?? []),
    ]) {
      const { id: _, ...rest } = row
      expect(mails).toContainEqual(expect.objectContaining(rest))
    }
    const ofOrders = mails.filter(({ queue }) => queue === 'orders')
    expect(
      ofOrders.map(({ kind, order_id, recipient, due_at }) => ({
        kind,
        order_id,
        recipient,
        due_at,
      })),
    ).toEqual(
      (fixture.rows.outbox ?? []).map(({ kind, order_id, recipient, due_at }) => ({
        kind,
        order_id,
        recipient,
        due_at,
      })),
    )
    expect(
      await db
        .selectFrom('subscribers')
        .select(['email_key', 'email', 'consent', 'state'])
        .execute(),
    ).toEqual(
      (fixture.rows.subscribers ?? []).map(({ email_key, email, consent }) => ({
        email_key,
        email,
        consent,
        state: 'subscribed',
      })),
    )
  })

  test('counts the orders it had, before and after their sums are stored', async () => {
    const figures = await readDashboard(db, { livemode: false })
    expect(figures).toMatchObject({ totalOrders: 1, totalRevenue: 15 })
    await refreshSales(db)
    expect(await readDashboard(db, { livemode: false })).toEqual(figures)
    expect(await checkBooks(db)).toEqual([])
  })

  test('sells on: its books balance, its orders are found, and new ids follow the old', async () => {
    expect(await checkBooks(db)).toEqual([])
    const rows = await db.selectFrom('order_words').selectAll().where('word', '=', 'ada').execute()
    expect(rows.map(({ order_id }) => order_id).sort()).toEqual([1, 2])
    expect((await aProduct(db)).id).toBe(3)
  })
})

test('the farm’s address becomes that of its farm store, and of no market', async () => {
  const before = FIXTURES.find(({ migration }) => migration === '0024-one-outbox')
  if (!before) throw new Error('There is a release without places.')
  const address = { key: 'business_address', value: '7 Corn Rd, Custer', description: '' }
  const place = await anOlderShop({ ...before, rows: { ...before.rows, settings: [address] } })
  const { db, close } = await openDatabase(place, NOW)
  onTestFinished(close)
  expect(await db.selectFrom('places').select(['key', 'address']).orderBy('id').execute()).toEqual([
    { key: 'farmers_market', address: '' },
    { key: 'farm_store', address: '7 Corn Rd, Custer' },
    { key: 'delivery', address: '' },
  ])
})

describe.skipIf(onPostgres)('before the tables of a SQLite shop change', () => {
  const [first] = FIXTURES

  test('the whole shop is copied, once, and the copy is the shop as it was', async () => {
    if (!first) throw new Error('There is a first release.')
    const place = await anOlderShop(first)
    const { notes, close } = await openDatabase(place, NOW)
    await close()
    const folder = join(place.dataDir, 'backups')
    const [copy = '', ...more] = await readdir(folder)
    expect([copy, more]).toEqual([
      expect.stringMatching(/^before-0002-content-pages-20261120T100000\.db$/),
      [],
    ])
    expect(notes.join()).toContain(copy)
    const database = new DatabaseSync(join(folder, copy), { readOnly: true })
    expect(database.prepare('select count(*) as many from schema_migrations').get()).toEqual({
      many: 1,
    })
    expect(database.prepare('select sum(total_cents) as cents from orders').get()).toEqual({
      cents: 2000,
    })
    database.close()
    const again = await openDatabase(place, new Date(NOW.getTime() + 60_000))
    await again.close()
    expect([again.notes, await readdir(folder)]).toEqual([[], [copy]])
  })

  test('nothing changes when no copy can be made', async () => {
    if (!first) throw new Error('There is a first release.')
    const place = await anOlderShop(first)
    const { writeFile } = await import('node:fs/promises')
    await writeFile(join(place.dataDir, 'backups'), 'a file, no folder')
    await expect(openDatabase(place, NOW)).rejects.toThrow(
      /they could not be copied to .* first.*Nothing was changed/,
    )
    const database = new DatabaseSync(join(place.dataDir, 'shop.db'))
    expect(database.prepare('select count(*) as many from schema_migrations').get()).toEqual({
      many: 1,
    })
    database.close()
  })
})

test('a new shop copies nothing', async () => {
  const { anEmptyPlace } = await import('#tests/a-backup.ts')
  const place = await anEmptyPlace(onPostgres ? 'postgres' : 'sqlite')
  const { notes, close } = await openDatabase(place, NOW)
  onTestFinished(close)
  expect([notes.join().includes('copy'), existsSync(join(place.dataDir, 'backups'))]).toEqual([
    false,
    false,
  ])
})

test('a migration that fails leaves the shop as it was', async () => {
  const [first] = FIXTURES
  if (!first) throw new Error('There is a first release.')
  const place = await anOlderShop(first)
  const { openOlder } = await import('./open-database.ts')
  const older = await openOlder(place)
  // The last migration finds its column there already.
  await write(older.db, (tx) => sql`alter table products add column allergens text`.execute(tx))
  await older.close()
  await expect(openDatabase(place, NOW)).rejects.toThrow(/allergens/)
  const still = await openOlder(place)
  expect((await rowsOf(still.db, 'schema_migrations')).map(({ name }) => name)).toEqual(
    first.migrations,
  )
  await still.close()
})
