import { type RawBuilder, sql } from 'kysely'
import { takeShopLock } from './open-database.ts'
import { SHOP_LOCK } from './postgres-session.ts'
import type { Db } from './write.ts'

/** True if no server is open on this PostgreSQL; none can open until the transaction ends. */
export function takeAlone(tx: Db): Promise<boolean> {
  return takeShopLock(tx, sql`pg_try_advisory_xact_lock(${SHOP_LOCK})`)
}

export type Home = { schema: string; tables: string[]; functions: string[] }

export async function findHome(tx: Db): Promise<Home> {
  const list = async (names: RawBuilder<{ name: string }>) =>
    (await names.execute(tx)).rows.map(({ name }) => name)
  const schema = (await list(sql`select current_schema() as name`))[0] ?? 'public'
  return {
    schema,
    tables: await list(sql`select relname as name from pg_class
      where relkind = 'r' and relnamespace = ${schema}::regnamespace order by relname`),
    functions: await list(sql`select proname as name from pg_proc
      where prorettype = 'trigger'::regtype and pronamespace = ${schema}::regnamespace order by proname`),
  }
}

const BESIDE = 'farmstand_restoring'

export async function workBeside(tx: Db): Promise<void> {
  await sql`create schema ${sql.id(BESIDE)}`.execute(tx)
  await sql`select set_config('search_path', ${BESIDE}, true)`.execute(tx)
}

export async function takePlace(tx: Db, home: Home, aside: string): Promise<void> {
  const built = await findHome(tx)
  const former = {
    tables: home.tables.filter((table) => built.tables.includes(table)),
    functions: home.functions.filter((name) => built.functions.includes(name)),
  }
  if (former.tables.length > 0) await sql`create schema ${sql.id(aside)}`.execute(tx)
  await move(tx, former, home.schema, aside)
  await move(tx, built, BESIDE, home.schema)
  await sql`drop schema ${sql.id(BESIDE)}`.execute(tx)
}

type Contents = Pick<Home, 'tables' | 'functions'>

async function move(
  tx: Db,
  { tables, functions }: Contents,
  from: string,
  to: string,
): Promise<void> {
  for (const table of tables)
    await sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx)
  for (const name of functions)
    await sql`alter function ${sql.id(from, name)}() set schema ${sql.id(to)}`.execute(tx)
}

export function undoStatements(home: Home, aside: string, added: Contents): string {
  const name = (schema: string, item: string) => `"${schema}"."${item}"`
  return [
    'begin;',
    ...added.tables.map((table) => `drop table ${name(home.schema, table)} cascade;`),
    ...added.functions.map((item) => `drop function ${name(home.schema, item)}();`),
    ...home.tables.map((table) => `alter table ${name(aside, table)} set schema "${home.schema}";`),
    ...home.functions.map(
      (item) => `alter function ${name(aside, item)}() set schema "${home.schema}";`,
    ),
    `drop schema "${aside}";`,
    'commit;\n',
  ].join('\n')
}
