import { copyFile, cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { openDatabase, openForCommand, openOlder } from '#server/db/open-database.ts'
import { endRestore, restoreAtStart } from '#server/features/backups/restore-at-start.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import type { ShopLocation } from '#server/features/backups/write-backup.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import {
  readEnded,
  readRequest,
  requestedFile,
  restoreFolder,
  writeRequest,
} from '#server/files/restore-request.ts'
import { aBackupOf, anEmptyLocation, NOW } from '../a-backup.ts'
import { aProduct, aShop } from '../a-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { asNextRelease, NEXT_MIGRATION } from '../next-migration.ts'
import { workApart as work } from './work-apart.ts'

const ENGINE = inject('postgresUrl') ? 'postgres' : 'sqlite'

/** Steps between two kills. */
const STEPS = { statement: IS_LONG ? 9 : 75, migration: IS_LONG ? 1 : 5, rename: 1 }

async function aClosedShop(): Promise<{ place: ShopLocation; migrations: string[] }> {
  const shop = await aShop()
  await aProduct(shop.db)
  await shop.close()
  return { place: shop.config, migrations: await migrationsOf(shop.config) }
}

async function migrationsOf(place: ShopLocation): Promise<string[]> {
  const { db, close } = await openOlder(place)
  const rows = await db.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  await close()
  return rows.map(({ name }) => name)
}

test('a process that is killed anywhere in a migration leaves a shop that opens', {
  timeout: 300_000,
}, async () => {
  let kills = 0
  for (let at = 1; ; at += STEPS.migration) {
    const { place, migrations } = await aClosedShop()
    const ended = await work({ kill: { at, by: 'statement' }, open: place, isNext: true })
    const changed = [...migrations, NEXT_MIGRATION.name]
    await asNextRelease(async () => {
      expect([migrations, changed], `statement ${at}`).toContainEqual(await migrationsOf(place))
      const { db, close } = await openDatabase(place, NOW)
      expect(await db.selectFrom('products').select('id').execute()).toHaveLength(1)
      expect(await checkBooks(db)).toEqual([])
      await close()
    })
    if (ended === 'done') break
    kills++
  }
  expect(kills).toBeGreaterThan(3)
})

test('one that is killed anywhere while it makes a shop leaves a place where the next makes it', {
  timeout: 300_000,
}, async () => {
  let kills = 0
  for (let at = 1; ; at += STEPS.statement) {
    const place = await anEmptyLocation(ENGINE)
    const ended = await work({ kill: { at, by: 'statement' }, open: place })
    const { db, close } = await openDatabase(place, NOW)
    expect((await aProduct(db)).id).toBe(1)
    await close()
    if (ended === 'done') break
    kills++
  }
  expect(kills).toBeGreaterThan(2)
})

test('processes that start at once on an older shop change its tables once, or are refused', {
  timeout: 60_000,
}, async () => {
  const { place, migrations } = await aClosedShop()
  const open = () => work({ kill: null, open: place, isNext: true })
  const ended = await Promise.allSettled([open(), open(), open()])
  const refused = ended.filter(({ status }) => status === 'rejected')
  if (ENGINE === 'postgres') expect(refused).toEqual([])
  for (const one of refused)
    expect(String('reason' in one && one.reason)).toMatch('Another Farmstand server already uses')
  expect(refused.length).toBeLessThan(3)
  await asNextRelease(async () => {
    expect(await migrationsOf(place)).toEqual([...migrations, NEXT_MIGRATION.name])
  })
})

async function aNewBackup(): Promise<string> {
  const shop = await aShop()
  await aProduct(shop.db, { name: 'New eggs' })
  await aProduct(shop.db, { name: 'New kale' })
  await shop.shop.pictures.put(`${'a'.repeat(32)}.webp`, Buffer.from('a picture'))
  return (await aBackupOf(shop.config)).file
}

async function anOldShop(): Promise<ShopLocation> {
  const place = await anEmptyLocation(ENGINE)
  const { db, close } = await openDatabase(place, NOW)
  await aProduct(db, { name: 'Old eggs' })
  await close()
  return place
}

async function namesIn(place: ShopLocation): Promise<string[]> {
  const { db, close } = await openDatabase(place, NOW)
  const rows = await db.selectFrom('products').select('name').orderBy('id').execute()
  expect(await checkBooks(db)).toEqual([])
  await close()
  return rows.map(({ name }) => name)
}

const [OLD, NEW] = [['Old eggs'], ['New eggs', 'New kale']]

test.each(['rename', 'statement'] as const)(
  'a restore that is killed at any %s leaves the old shop or the new one, whole',
  { timeout: 300_000 },
  async (by) => {
    const found: string[][] = []
    const file = await aNewBackup()
    for (let at = 1; ; at += STEPS[by] * (by === 'statement' ? 4 : 1)) {
      const place = await anOldShop()
      const ended = await work({ kill: { at, by }, restore: { ...place, file } })
      const names = await namesIn(place)
      expect([OLD, NEW], `${by} ${at}`).toContainEqual(names)
      found.push(names)
      // A killed run leaves nothing in the way.
      const now = new Date(NOW.getTime() + 1000)
      const options = { file, passphrase: null, takeOver: false, now }
      expect((await restoreBackup({ ...place, ...options })).sums.stock).toBe(20)
      expect((await readdir(place.dataDir)).filter((name) => /^restor/.test(name))).toEqual([])
      if (ended === 'done') break
    }
    expect(found.at(-1)).toEqual(NEW)
    // The first rename decides the switch: a kill after it finds the new shop.
    if (by === 'rename' && ENGINE === 'sqlite')
      expect(found).toEqual([OLD, ...found.slice(1).map(() => NEW)])
  },
)

async function requestedRestores(): Promise<() => Promise<ShopLocation>> {
  const [file, old] = [await aNewBackup(), await anOldShop()]
  return async () => {
    const requested = await anEmptyLocation('sqlite')
    await cp(old.dataDir, requested.dataDir, { recursive: true })
    await mkdir(restoreFolder(requested.dataDir))
    await copyFile(file, requestedFile(requested.dataDir))
    writeRequest(requested.dataDir, { name: 'b', madeAt: '', requestedAt: '', tries: 0 })
    return requested
  }
}

async function startHere(place: ShopLocation): Promise<void> {
  const config = { ...place, backup: { folder: '', passphrase: null, copyTo: null } }
  await restoreAtStart(config, NOW)
  const { db, close } = await openDatabase(place, NOW)
  await endRestore(db, config, NOW)
  await close()
}

test
  .runIf(ENGINE === 'sqlite')
  .each(IS_LONG ? (['rename', 'statement'] as const) : (['rename'] as const))(
  'a start that is killed at any %s of a restore that the desk asked for loses neither shop, and the next one ends it',
  { timeout: 300_000 },
  async (by) => {
    const aRequested = await requestedRestores()
    let kills = 0
    for (let at = 1; ; at += IS_LONG ? (by === 'rename' ? 1 : 21) : 2) {
      const place = await aRequested()
      const ended = await work({ kill: { at, by }, start: place })
      await startHere(place)
      expect(await namesIn(place), `${by} ${at}`).toEqual(NEW)
      const files = await readdir(place.dataDir)
      expect(files.filter((name) => /^restor/.test(name))).toEqual(['restored.json'])
      expect(readEnded(place.dataDir)).toMatchObject({ failure: null, isRecorded: true })
      const aside = files.filter((name) => name.startsWith('before-restore-'))
      const stored = { ...place, dataDir: join(place.dataDir, aside[0] ?? '') }
      expect([aside.length, await namesIn(stored)]).toEqual([1, OLD])
      if (ended === 'done') break
      kills++
    }
    expect(kills).toBeGreaterThan(2)
  },
)

test.runIf(ENGINE === 'sqlite')(
  'a shop whose restore was killed at three starts opens as it was',
  async () => {
    const place = await (await requestedRestores())()
    expect(await work({ kill: { at: 20, by: 'statement' }, start: place })).toBe('killed')
    const requested = readRequest(place.dataDir)
    expect(requested?.tries).toBe(1)
    if (requested) writeRequest(place.dataDir, { ...requested, tries: 3 })
    await startHere(place)
    expect(await namesIn(place)).toEqual(OLD)
    expect(readEnded(place.dataDir)?.failure).toMatch(/interrupted 3 times/)
  },
)

test('a backup that is killed leaves nothing under its name', { timeout: 120_000 }, async () => {
  const shop = await aShop()
  for (let count = 0; count < 5; count++) await aProduct(shop.db)
  const folder = join(shop.config.dataDir, 'kept')
  let kills = 0
  for (let at = 4; ; at += STEPS.statement) {
    await rm(folder, { recursive: true, force: true })
    const { dataDir, databaseUrl } = shop.config
    const ended = await work({
      kill: { at, by: 'statement' },
      backUp: { dataDir, databaseUrl, file: join(folder, 'the-backup') },
    })
    const files = await readdir(folder).catch((): string[] => [])
    expect(files.includes('the-backup'), `statement ${at}`).toBe(ended === 'done')
    if (ended === 'done') break
    kills++
  }
  expect(kills).toBeGreaterThan(1)
})

test.runIf(ENGINE === 'postgres')(
  'what the restore of a killed process had begun is gone from PostgreSQL',
  async () => {
    const [file, place] = [await aNewBackup(), await anOldShop()]
    const kill = { at: 60, by: 'statement' } as const
    expect(await work({ kill, restore: { ...place, file } })).toBe('killed')
    const { db, close } = openForCommand(place.databaseUrl ?? '')
    const tables = await db.introspection.getTables()
    await close()
    expect([...new Set(tables.map(({ schema }) => schema))]).toEqual(['public'])
  },
)
