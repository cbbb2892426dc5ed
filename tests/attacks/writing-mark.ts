import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { AShop } from '#tests/a-shop.ts'

/**
 * Returns a mark that changes with every write: SQLite counts its commits; on PostgreSQL the rows
 * of all tables are counted.
 */
export async function writingMark(shop: AShop): Promise<() => Promise<string>> {
  if (!shop.config.databaseUrl) {
    const beside = new DatabaseSync(join(shop.config.dataDir, 'shop.db'), { readOnly: true })
    onTestFinished(() => beside.close())
    const version = beside.prepare('pragma data_version')
    return async () => JSON.stringify(version.get())
  }
  const tables = await shop.db.introspection.getTables()
  const counts = tables.map(({ name }) => sql`(select count(*) from ${sql.table(name)})`)
  return async () => JSON.stringify((await sql`select ${sql.join(counts)}`.execute(shop.db)).rows)
}
