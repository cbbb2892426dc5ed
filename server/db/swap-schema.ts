import { sql } from 'kysely'
import { SHOP_LOCK } from './postgres-dialect.ts'
import type { Db } from './tables.ts'
import { takeShopLock } from './take-shop-lock.ts'

/** Whether no server is open on this PostgreSQL; none can open until the transaction ends. */
export function takeAlone(tx: Db): Promise<boolean> {
  return takeShopLock(tx, sql`pg_try_advisory_xact_lock(${SHOP_LOCK})`)
}

/** Where the shop's tables stand: PostgreSQL's `public` unless the database says otherwise, with the names of what is there. */
export type Home = { schema: string; tables: string[] }

export async function findHome(tx: Db): Promise<Home> {
  const schema = (await sql<{ name: string }>`select current_schema() as name`.execute(tx)).rows[0]?.name ?? 'public'
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = ${schema}::regnamespace order by relname`.execute(tx)
  return { schema, tables: rows.map(({ name }) => name) }
}

const BESIDE = 'farmstand_restoring'

/** From here on, whatever the transaction makes and asks for stands in an empty place beside the shop. */
export async function workBeside(tx: Db): Promise<void> {
  await sql`create schema ${sql.id(BESIDE)}`.execute(tx)
  await sql`select set_config('search_path', ${BESIDE}, true)`.execute(tx)
}

/** Moves what was built beside the shop into its place; what stands there goes into a schema of its own, where it stays. */
export async function takePlace(tx: Db, home: Home, aside: string): Promise<void> {
  const { tables } = await findHome(tx)
  const former = home.tables.filter((table) => tables.includes(table))
  if (former.length > 0) await sql`create schema ${sql.id(aside)}`.execute(tx)
  for (const table of former) await move(tx, table, home.schema, aside)
  for (const table of tables) await move(tx, table, BESIDE, home.schema)
  await sql`drop schema ${sql.id(BESIDE)}`.execute(tx)
}

async function move(tx: Db, table: string, from: string, to: string): Promise<void> {
  await sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx)
}

export function undoStatements(home: Home, aside: string, added: readonly string[]): string {
  const name = (schema: string, table: string) => `"${schema}"."${table}"`
  return [
    'begin;',
    ...added.map((table) => `drop table ${name(home.schema, table)} cascade;`),
    ...home.tables.map((table) => `alter table ${name(aside, table)} set schema "${home.schema}";`),
    `drop schema "${aside}";`,
    'commit;\n',
  ].join('\n')
}
