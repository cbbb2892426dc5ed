import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Engine } from './column-words.ts'
import { migrate, pendingMigrations } from './migrate.ts'
import { nodeSqliteDialect } from './node-sqlite-dialect.ts'
import { postgresDialect } from './postgres-dialect.ts'
import type { Db, Tables } from './tables.ts'

export type Database = { db: Db; engine: Engine; close(): Promise<void> }

type Where = { dataDir: string; databaseUrl: string | null }

/** Thrown when another server already uses the same data folder. */
export class ShopAlreadyOpenError extends Error {}

/** Opens the shop's database and brings its schema up to date. @throws ShopAlreadyOpenError, NewerSchemaError */
export async function openDatabase(where: Where, now: Date): Promise<Database> {
  const database = where.databaseUrl ? openPostgres(where.databaseUrl) : openSqlite(where.dataDir)
  try {
    await migrate(database.db, database.engine, now)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Thrown when there is no shop where one was looked for. */
export class NoShopError extends Error {}

/** Opens the shop's database beside a server that may be running, only to read it. @throws NoShopError, NewerSchemaError */
export async function openForReading(where: Where): Promise<Database> {
  const file = join(where.dataDir, 'shop.db')
  if (!where.databaseUrl && !existsSync(file)) throw new NoShopError(`There is no shop in ${where.dataDir}.`)
  const dialect = where.databaseUrl ? postgresDialect(where.databaseUrl) : nodeSqliteDialect(file)
  const db = new Kysely<Tables>({ dialect })
  const engine = where.databaseUrl ? 'postgres' : 'sqlite'
  const pending = await pendingMigrations(db)
  if (pending.length === 0) return { db, engine, close: () => db.destroy() }
  await db.destroy()
  throw new NoShopError('The shop’s tables are from an older Farmstand. Please start this one first.')
}

function openPostgres(url: string): Database {
  const db = new Kysely<Tables>({ dialect: postgresDialect(url) })
  return { db, engine: 'postgres', close: () => db.destroy() }
}

function openSqlite(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true })
  const unlock = lockFolder(dataDir)
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(join(dataDir, 'shop.db')) })
  const close = async () => {
    await db.destroy()
    unlock()
  }
  return { db, engine: 'sqlite', close }
}

/** One server per data folder. The lock is the operating system's, on a file of its own: it dies with the process, and readers of the shop's file never meet it. */
function lockFolder(dataDir: string): () => void {
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
