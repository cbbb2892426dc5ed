import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { extract, pack } from 'tar-stream'
import { inject, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Database, openForCommand, openOlder } from '#server/db/open-database.ts'
import type { Piece } from '#server/features/backups/backup-format.ts'
import { readBackup } from '#server/features/backups/read-backup.ts'
import { readShop } from '#server/features/backups/read-shop.ts'
import {
  openSource,
  type ShopLocation,
  writeBackup,
} from '#server/features/backups/write-backup.ts'
import { openShop } from '#server/open-shop.ts'
import { aPlace, NO_PAGES } from './a-shop.ts'
import './cheap-passphrase.ts'
import type { AtEnd } from './at-end.ts'
import { CHEAP } from './cheap-password.ts'

export const NOW = new Date('2026-11-20T10:00:00.000Z')

let made = 0

export async function anEmptyLocation(
  engine: 'sqlite' | 'postgres',
  pictureBucket: ShopLocation['pictureBucket'] = null,
  atEnd: AtEnd = onTestFinished,
): Promise<ShopLocation> {
  const { DATA_DIR = '' } = await aPlace(atEnd)
  const dataDir = join(DATA_DIR, 'elsewhere')
  const adminUrl = inject('postgresUrl')
  if (engine === 'sqlite' || !adminUrl) return { dataDir, databaseUrl: null, pictureBucket }
  const { createDatabase, dropDatabase } = await import('./postgres.ts')
  const name = `farmstand_empty_${process.pid}_${++made}`
  const databaseUrl = await createDatabase(adminUrl, name)
  atEnd(() => dropDatabase(adminUrl, name))
  return { dataDir, databaseUrl, pictureBucket }
}

/** The run's own; on PostgreSQL, what is all of SQLite is another run's. */
export const ENGINE: 'sqlite' | 'postgres' = inject('postgresUrl') ? 'postgres' : 'sqlite'

export const ENGINES: readonly (typeof ENGINE)[] =
  ENGINE === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite']

/** Opens the shop of a place as its server does; `close` may come twice. */
export async function openIn(place: ShopLocation, now = NOW) {
  const { dataDir, databaseUrl, pictureBucket } = place
  const where = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
  const read = readConfig({ ...where, DEMO: '0', LOG_LEVEL: 'silent' })
  const config = { ...read, pictureBucket, passwordCost: CHEAP }
  const opened = await openShop(config, NO_PAGES, () => now)
  const { app, shop } = opened
  let closed: Promise<void> | null = null
  const close = () => {
    closed ??= opened.close()
    return closed
  }
  onTestFinished(close)
  return {
    ...{ shop, db: shop.db, config, close },
    inject: (request: InjectOptions) => app.inject(request),
  }
}

/** Backs up an open shop the way another process would. */
export async function aBackupOf(
  place: ShopLocation,
  options: Omit<Partial<Parameters<typeof writeBackup>[2]>, 'now'> = {},
) {
  const file = join(place.dataDir, 'made', `${crypto.randomUUID()}.backup`)
  const source = await openSource(place)
  try {
    return await writeBackup(source, file, { passphrase: null, ...options, now: NOW })
  } finally {
    await source.database.close()
  }
}

type Rows = Record<string, string[]>

/** Every row, with keys and rows sorted, so that two shops compare equal. */
export async function rowsIn(file: string): Promise<Rows> {
  const rows: Rows = {}
  await readBackup(file, null, async (piece) => collect(rows, piece))
  return ordered(rows)
}

export async function rowsOf(place: ShopLocation): Promise<Rows> {
  const database = await openOlder(place)
  const rows: Rows = {}
  await readShop(
    database,
    { take: async (piece) => collect(rows, piece), onProgress: () => {} },
    NOW,
  )
  await database.close()
  return ordered(rows)
}

function collect(rows: Rows, piece: Piece): void {
  if (piece.kind !== 'rows') return
  const lines = piece.text.trimEnd().split('\n')
  rows[piece.table] = [
    ...(rows[piece.table] ?? []),
    ...lines.map((line) => JSON.stringify(inOrder(JSON.parse(line)))),
  ]
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, inOrder(inner)]))
}

function ordered(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([table, lines]) => [table, lines.sort()]))
}

/** A place's files and its PostgreSQL's contents, to see that nothing changed. */
export async function standingIn(place: ShopLocation): Promise<string[]> {
  const files = await readdir(place.dataDir, { recursive: true }).catch(() => [])
  const sent = await Promise.all(files.sort().map((file) => describeFile(place.dataDir, file)))
  const rows = place.databaseUrl ? await tablesOf(openForCommand(place.databaseUrl)) : []
  return [...sent.filter((line) => !line.startsWith('shop.lock')), ...rows]
}

async function describeFile(folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  if ((await stat(path)).isDirectory()) return `${name}/`
  return `${name} ${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}`
}

async function tablesOf({ db, close }: Database): Promise<string[]> {
  const tables = await db.introspection.getTables()
  await close()
  return tables.map(({ schema, name }) => `${schema}.${name}`).sort()
}

export type TarEntry = { name: string; bytes: Buffer }

/** Rewrites a backup with other entries and a manifest to match, as a forger would. */
export async function forge(
  file: string,
  change: (entries: TarEntry[]) => TarEntry[],
): Promise<string> {
  const reading = extract()
  const done = pipeline(createReadStream(file), createZstdDecompress(), reading)
  const entries: TarEntry[] = []
  for await (const entry of reading) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(Buffer.from(chunk as Uint8Array))
    entries.push({ name: entry.header.name, bytes: Buffer.concat(chunks) })
  }
  await done
  const writing = pack()
  const forged = `${file}.forged`
  const written = pipeline(writing, createZstdCompress(), createWriteStream(forged))
  for (const { name, bytes } of withFittingManifest(change(entries))) writing.entry({ name }, bytes)
  writing.finalize()
  await written
  return forged
}

function withFittingManifest(entries: TarEntry[]): TarEntry[] {
  const others = entries.filter(({ name }) => name !== 'manifest.json')
  const listed = others.map(({ name, bytes }) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  return entries.map((entry) => {
    if (entry.name !== 'manifest.json') return entry
    const manifest = JSON.parse(entry.bytes.toString())
    return {
      name: entry.name,
      bytes: Buffer.from(JSON.stringify({ ...manifest, entries: listed })),
    }
  })
}

type Json = Record<string, unknown>

export function changeJson(name: string, change: (value: Json) => Json) {
  return (entries: TarEntry[]): TarEntry[] =>
    entries.map((entry) => {
      if (entry.name !== name) return entry
      return {
        name,
        bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString())))),
      }
    })
}

export function changeRow(table: string, change: (row: Json) => Json) {
  return (entries: TarEntry[]): TarEntry[] =>
    entries.map((entry) => {
      if (!entry.name.startsWith(`tables/${table}/`)) return entry
      const [first = '', ...others] = entry.bytes.toString().split('\n')
      const row = JSON.stringify(change(JSON.parse(first)))
      return { name: entry.name, bytes: Buffer.from([row, ...others].join('\n')) }
    })
}
