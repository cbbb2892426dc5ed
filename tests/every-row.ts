import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { listTables } from '#server/db/table-list.ts'
import type { AShop } from './a-shop.ts'

/**
 * Every row of every table as text, like `orders: {"id":1,…}`, to look for what must be in none.
 */
export async function everyRow({ db, config }: Pick<AShop, 'db' | 'config'>): Promise<string[]> {
  const tables = await listTables(db, config.databaseUrl ? 'postgres' : 'sqlite')
  const rows = tables.map(async ({ name }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    return rows.map((row) => `${name}: ${JSON.stringify(row)}`)
  })
  return (await Promise.all(rows)).flat()
}

/** The same of a running shop on SQLite, by table, read beside its server. */
export function rowsBeside(dataDir: string): Record<string, string[]> {
  const database = new DatabaseSync(join(dataDir, 'shop.db'), { readOnly: true })
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all()
  const rows = tables.map(({ name }): [string, string[]] => {
    const all = database.prepare(`select * from "${name}"`).all()
    return [String(name), all.map((row) => JSON.stringify(row))]
  })
  database.close()
  return Object.fromEntries(rows)
}

export async function whereStands(
  shop: Pick<AShop, 'db' | 'config'>,
  text: readonly string[],
): Promise<string[]> {
  const rows = (await everyRow(shop)).map((row) => row.toLowerCase())
  const found = rows.flatMap((row) =>
    text
      .filter((word) => row.includes(word.toLowerCase()))
      .map((word) => `${row.replace(/:.*/s, '')}: ${word}`),
  )
  return [...new Set(found)].sort()
}
