import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { type Dialect, Kysely, type RawBuilder, sql } from 'kysely'
import { OwnerError } from '#server/config/config.ts'
import { ownerMessage, whyNoAccess } from '#server/core/owner-messages.ts'
import { closeDataFolder } from '#server/files/private-files.ts'
import { finishRestore } from '#server/files/restore-request.ts'
import { getValue, setValue } from '../core/key-value.ts'
import { copyBeforeMigrating } from './copy-before-migrating.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { SHOP_LOCK } from './postgres-session.ts'
import type { Engine } from './table-list.ts'
import type { Tables } from './tables.ts'
import { type Db, write } from './write.ts'

/** Closes itself where it is declared by `await using`. */
export type Database = AsyncDisposable & {
  db: Db
  engine: Engine
  notes: string[]
  close(): Promise<void>
}

type DatabaseLocation = { dataDir: string; databaseUrl: string | null }

/** Another server has the data folder open, or a restore has the database. */
export class ShopAlreadyOpenError extends OwnerError {}

/** Opens the shop's database and brings its schema up to date. @throws OwnerError */
export async function openDatabase(where: DatabaseLocation, now: Date): Promise<Database> {
  const database = where.databaseUrl
    ? openWith(postgresDialect(where.databaseUrl, 'server'), 'postgres')
    : openSqlite(where.dataDir, now)
  try {
    if (database.engine === 'postgres') {
      await requireNoRestore(database.db)
      database.notes.push(...(await weakDurability(database.db)))
    } else {
      await requireNotMoved(database.db, where.dataDir)
      await noteCopy(database, where.dataDir, now)
    }
    await migrate(database.db, database.engine, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export class NoShopError extends OwnerError {}

/** Works while a server is running. @throws OwnerError */
export async function openForReading(where: DatabaseLocation): Promise<Database> {
  const database = await openOlder(where)
  if ((await pendingMigrations(database.db)).length === 0) return database
  await database.close()
  throw new NoShopError(
    'The shop’s tables are from an older Farmstand. Please start this one first.',
  )
}

/** Also opens the tables of an older Farmstand. @throws OwnerError */
export async function openOlder(where: DatabaseLocation): Promise<Database> {
  const file = join(where.dataDir, 'shop.db')
  if (!where.databaseUrl && !existsSync(file))
    throw new NoShopError(`There is no shop in ${where.dataDir}.`)
  if (!where.databaseUrl) requireOurs(where.dataDir)
  const database = where.databaseUrl ? openForCommand(where.databaseUrl) : openFile(file)
  try {
    await pendingMigrations(database.db)
    if (database.engine === 'sqlite') await requireNotMoved(database.db, where.dataDir)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

export function openFile(file: string): Database {
  return openWith(nodeSqliteDialect(file), 'sqlite')
}

/** Opens a new file that counts only once its maker has closed and synced it. */
export function openToFill(file: string): Database {
  return openWith(nodeSqliteDialect(file, { writing: 'fill' }), 'sqlite')
}

export function openForCommand(url: string): Database {
  return openWith(postgresDialect(url, 'command'), 'postgres')
}

function openWith(dialect: Dialect, engine: Engine): Database {
  const db = new Kysely<Tables>({ dialect })
  const close = () => db.destroy()
  return { db, engine, notes: [], close, [Symbol.asyncDispose]: close }
}

/**
 * SQLite itself only reports that it can't open.
 * @throws OwnerError with the file, its owner and the remedy
 */
function requireOurs(dataDir: string): void {
  const names = ['shop.db', 'shop.db-wal', 'shop.db-shm', 'shop.lock']
  for (const path of [dataDir, ...names.map((name) => join(dataDir, name))]) {
    if (!existsSync(path)) continue
    try {
      accessSync(path, constants.R_OK | constants.W_OK)
    } catch (error) {
      throw new OwnerError(whyNoAccess(path) ?? ownerMessage(error))
    }
  }
}

function openSqlite(dataDir: string, now: Date): Database {
  requireOurs(dataDir)
  closeDataFolder(dataDir)
  const unlock = lockFolder(dataDir)
  const before = finishRestore(dataDir, now)
  const { db, engine } = openFile(join(dataDir, 'shop.db'))
  const close = async () => {
    await db.destroy()
    unlock()
  }
  const notes = before
    ? [`A restore that was interrupted is now finished. The previous shop is in ${before}.`]
    : []
  return { db, engine, notes, close, [Symbol.asyncDispose]: close }
}

async function noteCopy({ db, notes }: Database, dataDir: string, now: Date): Promise<void> {
  const copy = await copyBeforeMigrating(db, dataDir, now)
  if (copy)
    notes.push(
      `The shop’s tables change with this release. A copy of the shop from before is in ${copy}.`,
    )
}

async function requireNoRestore(db: Db): Promise<void> {
  const isFree = await write(db, (tx) =>
    takeShopLock(tx, sql`pg_try_advisory_xact_lock_shared(${SHOP_LOCK})`),
  )
  if (!isFree)
    throw new ShopAlreadyOpenError(
      'DATABASE_URL: this shop is being restored. Start the server again afterwards.',
    )
}

/** An OS lock on its own file, so it ends with the process. */
export function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'shop.lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new ShopAlreadyOpenError(
      `Another Farmstand server already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  return () => lock.close()
}

/** Warns if PostgreSQL may lose committed data. Our sessions set how commits wait. */
export async function weakDurability(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(db)
  if (rows.length === 0) return []
  const off = rows.map(({ name }) => name).join(' and ')
  return [
    `PostgreSQL runs with ${off} off: a power cut may destroy confirmed orders, and the whole database. Please turn it on in postgresql.conf.`,
  ]
}

const MAX_TRIES = 20
const PAUSE = 100

/** Tries for two seconds: the previous holder may still be closing. */
export async function takeShopLock(tx: Db, taking: RawBuilder<unknown>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await sql<{ free: boolean }>`select ${taking} as free`.execute(tx)
    if (rows[0]?.free || tries === MAX_TRIES) return rows[0]?.free ?? false
    await pause(PAUSE)
  }
}

export type MovedShop = { to: string; at: string }

export function recordMove(db: Db, url: string, now: Date): Promise<void> {
  const { host, pathname } = new URL(url)
  const moved: MovedShop = { to: `${host}${pathname}`, at: now.toISOString() }
  return write(db, (tx) => setValue(tx, 'moved_to', JSON.stringify(moved)))
}

export async function findMovedShop(db: Db): Promise<MovedShop | null> {
  const tables = await sql`select name from sqlite_master where name = 'shop_memory'`.execute(db)
  const moved = tables.rows.length === 0 ? null : await getValue(db, 'moved_to')
  return moved === null ? null : JSON.parse(moved)
}

/** The old file of a shop that moved to PostgreSQL: two shops would sell the same goods. */
async function requireNotMoved(db: Db, dataDir: string): Promise<void> {
  const moved = await findMovedShop(db)
  if (!moved) return
  throw new OwnerError(
    `The shop of ${dataDir} moved to PostgreSQL (${moved.to}) on ${moved.at.slice(0, 10)}: set DATABASE_URL to open it there.
The folder holds the shop as it was that day. The way back that loses nothing is a backup there, and its restore here without DATABASE_URL.`,
  )
}
