import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Warnings for the owner of a PostgreSQL that may lose committed data. Commits wait as the shop's
 * own sessions ask.
 */
export async function weakDurability(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'full_page_writes') and setting = 'off'`.execute(db)
  if (rows.length === 0) return []
  const off = rows.map(({ name }) => name).join(' and ')
  return [
    `PostgreSQL runs with ${off} off: a power cut may destroy confirmed orders, and the whole database. Please turn it on in postgresql.conf.`,
  ]
}
