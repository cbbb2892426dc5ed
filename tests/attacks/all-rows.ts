import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import type { Db } from '#server/db/write.ts'
import type { AShop } from '#tests/a-shop.ts'

export async function allRows(db: Db): Promise<Record<string, string>> {
  const states: [string, string][] = []
  for (const name of await tablesOf(db)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    const texts = rows.map((row) => JSON.stringify(row)).sort()
    const hash = createHash('sha256').update(texts.join('\n')).digest('hex')
    states.push([name, `${rows.length} rows, ${hash.slice(0, 16)}`])
  }
  return Object.fromEntries(states)
}

async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).sort()
}

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
  const counts = (await tablesOf(shop.db)).map(
    (name) => sql`(select count(*) from ${sql.table(name)})`,
  )
  return async () => JSON.stringify((await sql`select ${sql.join(counts)}`.execute(shop.db)).rows)
}
