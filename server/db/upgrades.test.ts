import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DAY } from '#contract/time/durations.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import {
  aBackupOf,
  anEmptyLocation,
  changeJson,
  ENGINE,
  forge,
  NOW,
  rowsOf,
} from '#tests/a-backup.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { asNextRelease, NEXT_MIGRATION } from '#tests/next-migration.ts'
import { removeOldCopies } from './copy-before-migrating.ts'
import { MIGRATIONS, type Migration } from './migrate.ts'
import { openDatabase, openOlder } from './open-database.ts'
import { write } from './write.ts'

const onPostgres = ENGINE === 'postgres'

async function aClosedShop(): Promise<ShopLocation> {
  const shop = await aShop()
  const eggs = await aProduct(shop.db)
  expect((await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))).statusCode).toBe(201)
  await shop.close()
  return shop.config
}

async function migrationsOf(place: ShopLocation): Promise<string[]> {
  const { db, close } = await openOlder(place)
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  await close()
  return rows.map(({ name }) => name)
}

const names = () => MIGRATIONS.map(({ name }) => name)

describe('the next release', () => {
  test('opens a shop of this one with every row it had, and sells on', async () => {
    const place = await aClosedShop()
    const { products: _, schema_migrations: __, ...before } = await rowsOf(place)
    const { db } = await asNextRelease(async () => {
      const opened = await openDatabase(place, NOW)
      onTestFinished(opened.close)
      expect(await migrationsOf(place)).toEqual(names())
      expect(await rowsOf(place)).toMatchObject(before)
      return opened
    })
    const { rows } = await sql`select name, origin, tasted from products`.execute(db)
    expect(rows.map((row) => JSON.stringify(row))).toEqual([
      expect.stringMatching(/^\{"name":"Farm Eggs","origin":"here","tasted":(?:false|0)\}$/),
    ])
    expect(await checkBooks(db)).toEqual([])
    expect((await aProduct(db, { name: 'Kale' })).id).toBe(2)
  })

  test('puts back a backup of this one, and gives no number of an order twice', async () => {
    const place = await aClosedShop()
    const { file } = await aBackupOf(place)
    const elsewhere = await anEmptyLocation(ENGINE)
    const env = { DATA_DIR: elsewhere.dataDir, DATABASE_URL: elsewhere.databaseUrl ?? '' }
    const shop = await asNextRelease(async () => {
      await restoreBackup({ ...elsewhere, file, passphrase: null, takeOver: false, now: NOW })
      expect(await migrationsOf(elsewhere)).toEqual(names())
      return aShop({ env })
    })
    const [eggs] = (await shop.inject({ url: '/api/products' })).json()
    const order = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
    expect(order.json().id).toBeGreaterThan(1)
  })

  test('leaves the shop as it was when its change of the tables fails', async () => {
    const place = await aClosedShop()
    const before = await migrationsOf(place)
    const broken: Migration = {
      name: '9001-broken',
      up: async (tx, words, now) => {
        await NEXT_MIGRATION.up(tx, words, now)
        await sql`alter table products add column origin text`.execute(tx)
      },
    }
    await asNextRelease(() => expect(openDatabase(place, NOW)).rejects.toThrow(/origin/), broken)
    expect(await migrationsOf(place)).toEqual(before)
    const { db, close } = await openOlder(place)
    onTestFinished(close)
    await expect(sql`select origin from products`.execute(db)).rejects.toThrow(/origin/)
  })
})

describe.skipIf(onPostgres)('before the tables of a SQLite shop change', () => {
  test('the whole shop is copied, once, and the copy is the shop as it was', async () => {
    const place = await aClosedShop()
    const before = await migrationsOf(place)
    const { notes, close } = await asNextRelease(() => openDatabase(place, NOW))
    await close()
    const folder = join(place.dataDir, 'before-updates')
    // Not among the backups: those are copied off the machine, and this copy isn't encrypted.
    expect(existsSync(join(place.dataDir, 'backups'))).toBe(false)
    const [copy = '', ...more] = await readdir(folder)
    expect([copy, more]).toEqual(['before-9001-made-up-20261120T100000.db', []])
    expect(notes.join()).toContain(copy)
    const database = new DatabaseSync(join(folder, copy), { readOnly: true })
    expect(database.prepare('select name from schema_migrations').all()).toEqual(
      before.map((name) => ({ name })),
    )
    expect(database.prepare('select count(*) as many from orders').get()).toEqual({ many: 1 })
    database.close()
    const later = new Date(NOW.getTime() + 60_000)
    const again = await asNextRelease(() => openDatabase(place, later))
    await again.close()
    expect([again.notes, await readdir(folder)]).toEqual([[], [copy]])
    const dataDir = place.dataDir
    await removeOldCopies({ dataDir, now: () => new Date(NOW.getTime() + 30 * DAY) })
    expect(await readdir(folder)).toEqual([copy])
    await removeOldCopies({ dataDir, now: () => new Date(NOW.getTime() + 30 * DAY + 1000) })
    expect(await readdir(folder)).toEqual([])
  })

  test('nothing changes when no copy can be made', async () => {
    const place = await aClosedShop()
    const before = await migrationsOf(place)
    await writeFile(join(place.dataDir, 'before-updates'), 'a file, no folder')
    await asNextRelease(() =>
      expect(openDatabase(place, NOW)).rejects.toThrow(
        /they could not be copied to .* first.*Nothing was changed/,
      ),
    )
    expect(await migrationsOf(place)).toEqual(before)
  })
})

test('a new shop copies nothing', async () => {
  const place = await anEmptyLocation(ENGINE)
  const { notes, close } = await openDatabase(place, NOW)
  onTestFinished(close)
  expect([
    notes.join().includes('copy'),
    existsSync(join(place.dataDir, 'before-updates')),
  ]).toEqual([false, false])
})

describe('of before the first release', () => {
  const OLDER = ['0001-open-the-shop', '0002-content-pages']

  test('a shop is refused in one sentence, and not touched', async () => {
    const place = await aClosedShop()
    const { db, close } = await openOlder(place)
    await write(db, async (tx) => {
      await tx.deleteFrom('schema_migrations').execute()
      const rows = OLDER.map((name) => ({ name, at: NOW.toISOString() }))
      await tx.insertInto('schema_migrations').values(rows).execute()
    })
    const before = await sql`select * from schema_migrations`.execute(db)
    for (const open of [() => openDatabase(place, NOW), () => openOlder(place)])
      await expect(open()).rejects.toThrow(
        /^This shop was made before Farmstand 0\.1\.0, the first release, and cannot be opened; please start a new one\.$/,
      )
    expect((await sql`select * from schema_migrations`.execute(db)).rows).toEqual(before.rows)
    expect(existsSync(join(place.dataDir, 'before-updates'))).toBe(false)
    await close()
  })

  test('a backup is refused in one sentence, and nothing is put anywhere', async () => {
    const { file } = await aBackupOf(await aClosedShop())
    const older = await forge(
      file,
      changeJson('about.json', (about) => ({ ...about, migrations: OLDER })),
    )
    const place = await anEmptyLocation(ENGINE)
    const request = { ...place, file: older, passphrase: null, takeOver: false, now: NOW }
    await expect(restoreBackup(request)).rejects.toThrow(
      /^This backup was made before Farmstand 0\.1\.0, the first release, and cannot be restored\.( Nothing was changed\.)?$/,
    )
    await expect(migrationsOf(place)).rejects.toThrow()
  })
})

const RELEASES = join(import.meta.dirname, '../../tests/releases')
const KEPT = (await readdir(RELEASES, { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

test('every release that was published has its folder in tests/releases', async () => {
  const changes = await readFile(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const published = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(KEPT.toSorted()).toEqual(published.toSorted())
})

describe.each(KEPT)('a shop of release %s', (version) => {
  const kept = join(RELEASES, version)

  test.skipIf(onPostgres)('opens in this one with every row it had', async () => {
    const place = await anEmptyLocation(ENGINE)
    await mkdir(place.dataDir, { recursive: true })
    await cp(join(kept, 'shop'), place.dataDir, { recursive: true })
    const before = await rowsOf(place)
    const { db, close } = await openDatabase(place, NOW)
    onTestFinished(close)
    const after = await rowsOf(place)
    expect(await checkBooks(db)).toEqual([])
    for (const [table, rows] of Object.entries(before))
      if (table !== 'schema_migrations') expect(after[table], table).toHaveLength(rows.length)
  })

  test('is put back from its backup', async () => {
    const place = await anEmptyLocation(ENGINE)
    const file = join(kept, 'shop.backup')
    const request = { ...place, file, passphrase: null, takeOver: false, now: NOW }
    expect(await restoreBackup(request)).toMatchObject({ booksDiffer: 0, newlyDiffer: 0 })
    expect(await migrationsOf(place)).toEqual(names())
  })
})
