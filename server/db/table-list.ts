import { sql } from 'kysely'
import type { Db } from './write.ts'

export type ColumnKind = 'integer' | 'text' | 'boolean' | 'json'

export type Column = { name: string; kind: ColumnKind; isNullable: boolean }

/** `counter`: the column with database-assigned ids. */
export type Table = {
  name: string
  columns: Column[]
  key: string[]
  parents: string[]
  counter: string | null
}

type ColumnRow = {
  table: string
  name: string
  type: string
  nullable: number
  key_place: number
  counted: number
}
type ParentRow = { table: string; parent: string }

const KINDS: Record<string, ColumnKind> = {
  integer: 'integer',
  bigint: 'integer',
  text: 'text',
  boolean: 'boolean',
  json: 'json',
  jsonb: 'json',
}

/** Parents first, so that rows can be inserted in this order. */
export async function listTables(tx: Db, engine: Engine): Promise<Table[]> {
  const { columns, parents } = engine === 'sqlite' ? SQLITE : POSTGRES
  const rows = (await columns.execute(tx)).rows
  const references = (await parents.execute(tx)).rows
  const byTable = Object.entries(Object.groupBy(rows, ({ table }) => table))
  return parentsFirst(byTable.map(([name, its = []]) => tableOf(name, its, references)))
}

function tableOf(name: string, rows: ColumnRow[], references: ParentRow[]): Table {
  const inKey = rows
    .filter((row) => row.key_place > 0)
    .sort((one, other) => one.key_place - other.key_place)
  if (inKey.length === 0) throw new Error(`The table ${name} has no primary key.`)
  return {
    name,
    columns: rows.map((row) => ({
      name: row.name,
      kind: kindOf(name, row),
      isNullable: row.nullable === 1,
    })),
    key: inKey.map((row) => row.name),
    parents: [
      ...references
        .filter((row) => row.table === name && row.parent !== name)
        .map((row) => row.parent),
      ...(COUNTED_BY[name] ?? []),
    ],
    counter: rows.find((row) => row.counted === 1)?.name ?? null,
  }
}

function kindOf(table: string, { name, type }: ColumnRow): ColumnKind {
  const kind = KINDS[type.toLowerCase()]
  if (!kind) throw new Error(`No backup encoding for ${table}.${name} of type ${type}.`)
  return kind
}

/** Triggers fill these as others' rows arrive; their own rows, with the sum, come after. */
const COUNTED_BY: Record<string, string[]> = { day_limits: ['order_items'] }

function parentsFirst(tables: Table[]): Table[] {
  const ordered: Table[] = []
  const waiting = tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  while (waiting.length > 0) {
    const next = waiting.findIndex(
      ({ parents }) => !waiting.some(({ name }) => parents.includes(name)),
    )
    if (next < 0)
      throw new Error(
        `These tables refer to each other in a circle: ${waiting.map(({ name }) => name)}`,
      )
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

const SQLITE = {
  columns: sql<ColumnRow>`
    select tables.name as "table", columns.name, columns.type, 1 - max(columns."notnull", columns.pk > 0) as nullable,
      columns.pk as key_place, columns.pk > 0 and tables.sql like '%autoincrement%' as counted
    from sqlite_schema as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite#_%' escape '#'
    order by tables.name, columns.cid`,
  parents: sql<ParentRow>`
    select tables.name as "table", keys."table" as parent
    from sqlite_schema as tables, pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`,
}

const POSTGRES = {
  columns: sql<ColumnRow>`
    select tables.relname as "table", columns.attname as name, format_type(columns.atttypid, null) as type,
      (not columns.attnotnull)::int as nullable,
      coalesce(array_position(keys.indkey::int2[], columns.attnum), -1) + 1 as key_place,
      (columns.attidentity <> '')::int as counted
    from pg_class as tables
    join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
    left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
    where tables.relkind = 'r' and tables.relnamespace = current_schema()::regnamespace
    order by tables.relname, columns.attnum`,
  parents: sql<ParentRow>`
    select tables.relname as "table", parents.relname as parent
    from pg_constraint as keys
    join pg_class as tables on tables.oid = keys.conrelid
    join pg_class as parents on parents.oid = keys.confrelid
    where keys.contype = 'f' and tables.relnamespace = current_schema()::regnamespace`,
}

type Counted = Pick<Table, 'name' | 'counter'>

/** The highest ID each table ever used, deleted rows included; 0 for none. */
export async function readCounters(
  tx: Db,
  engine: Engine,
  tables: readonly Counted[],
): Promise<Record<string, number>> {
  const counters: Record<string, number> = {}
  for (const { name, counter } of tables) {
    if (!counter) continue
    const query = engine === 'sqlite' ? seenOnSqlite(name) : seenOnPostgres(name, counter)
    counters[name] = (await query.execute(tx)).rows[0]?.seen ?? 0
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

type Seen = { seen: number | null }

const seenOnSqlite = (table: string) =>
  sql<Seen>`select seq as seen from sqlite_sequence where name = ${table}`

async function raiseOnSqlite(tx: Db, table: string, highest: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${highest})`.execute(tx)
}

const sequenceOf = (table: string, column: string) =>
  sql`pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident(${table}), ${column})`

/** The catalog view shows null; only the sequence knows whether it was ever used. */
const seenOnPostgres = (table: string, column: string) =>
  sql<Seen>`select pg_sequence_last_value(${sequenceOf(table, column)}::regclass) as seen`

export type Engine = 'sqlite' | 'postgres'

export type ColumnTypes = {
  engine: Engine
  id: string
  json: string
  /** Compared bytewise in every locale, so that an index finds prefixes. */
  bytes: string
  keyOnly: string
}

export const COLUMN_TYPES: Record<Engine, ColumnTypes> = {
  sqlite: {
    engine: 'sqlite',
    id: 'integer primary key autoincrement',
    json: 'json',
    bytes: 'text',
    keyOnly: 'without rowid',
  },
  postgres: {
    engine: 'postgres',
    id: 'integer generated by default as identity primary key',
    json: 'jsonb',
    bytes: 'text collate "C"',
    keyOnly: '',
  },
}
