import { sql } from 'kysely'
import type { Engine } from './column-types.ts'
import type { Table } from './table-list.ts'
import type { Db } from './write.ts'

type Counted = Pick<Table, 'name' | 'counter'>

/** The highest id each table ever used, deleted rows included; 0 for none. */
export async function readCounters(
  tx: Db,
  engine: Engine,
  tables: readonly Counted[],
): Promise<Record<string, number>> {
  const counters: Record<string, number> = {}
  for (const { name, counter } of tables) {
    if (counter)
      counters[name] =
        engine === 'sqlite' ? await seenOnSqlite(tx, name) : await seen(tx, name, counter)
  }
  return counters
}

export async function raiseCounters(
  tx: Db,
  engine: Engine,
  tables: readonly Counted[],
  counters: Record<string, number>,
): Promise<void> {
  for (const { name, counter } of tables) {
    if (!counter) continue
    const query = sql<{
      highest: number | null
    }>`select max(${sql.ref(counter)}) as highest from ${sql.table(name)}`
    const highest = Math.max((await query.execute(tx)).rows[0]?.highest ?? 0, counters[name] ?? 0)
    if (highest === 0) continue
    if (engine === 'sqlite') await raiseOnSqlite(tx, name, highest)
    else await sql`select setval(${sequenceOf(name, counter)}, ${highest})`.execute(tx)
  }
}

async function seenOnSqlite(tx: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    seq: number
  }>`select seq from sqlite_sequence where name = ${table}`.execute(tx)
  return rows[0]?.seq ?? 0
}

async function raiseOnSqlite(tx: Db, table: string, highest: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${highest})`.execute(tx)
}

const sequenceOf = (table: string, column: string) =>
  sql`pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident(${table}), ${column})`

/** The catalog view shows null; only the sequence knows whether it was ever used. */
async function seen(tx: Db, table: string, column: string): Promise<number> {
  const { rows } = await sql<{ seen: number | null }>`
    select pg_sequence_last_value(${sequenceOf(table, column)}::regclass) as seen`.execute(tx)
  return rows[0]?.seen ?? 0
}
