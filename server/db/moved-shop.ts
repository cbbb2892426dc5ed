import { sql } from 'kysely'
import { OwnerError } from '#server/config/config.ts'
import { getValue, setValue } from '../core/key-value.ts'
import { type Db, write } from './write.ts'

export type MovedShop = { to: string; at: string }

/** The old file of a moved shop: two shops would sell the same goods. */
class MovedShopError extends OwnerError {}

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

/** @throws MovedShopError */
export async function requireNotMoved(db: Db, dataDir: string): Promise<void> {
  const moved = await findMovedShop(db)
  if (!moved) return
  throw new MovedShopError(
    `The shop of ${dataDir} moved to PostgreSQL (${moved.to}) on ${moved.at.slice(0, 10)}: set DATABASE_URL to open it there.
The folder holds the shop as it was that day. The way back that loses nothing is a backup there, and its restore here without DATABASE_URL.`,
  )
}
