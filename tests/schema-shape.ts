import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'

type Column = { table: string; name: string; type: string; required: boolean; filled: boolean }

/**
 * What refuses rows: a check, a unique index, a foreign key, a trigger that raises; null `columns`:
 * nobody can tell.
 */
type Guard = {
  table: string
  kind: 'check' | 'unique' | 'reference' | 'trigger'
  columns: string[] | null
  text: string
}

export type SchemaShape = { columns: Column[]; guards: Guard[] }

/** The shop's tables in PostgreSQL, as far as they decide which statements are accepted. */
export async function readShape(db: Db): Promise<SchemaShape> {
  const { rows: columns } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, a.atthasdef or a.attidentity <> '' as filled
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0
      and not a.attisdropped order by 1, a.attnum`.execute(db)
  const { rows: constraints } = await sql<Guard>`
    select c.relname as table, case contype when 'c' then 'check' else 'reference' end as kind,
      pg_get_constraintdef(k.oid) as text,
      (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = current_schema()::regnamespace and contype in ('c', 'f')`.execute(db)
  const { rows: indexes } = await sql<Guard>`
    select c.relname as table, 'unique' as kind,
      regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', '') as text,
      case when 0 = any (i.indkey::int[]) then null else
        (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (i.indkey)) end as columns
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = current_schema()::regnamespace and i.indisunique`.execute(db)
  const { rows: triggers } = await sql<Guard>`
    select c.relname as table, 'trigger' as kind, null as columns, p.proname || ' ' || md5(p.prosrc) as text
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where c.relnamespace = current_schema()::regnamespace and not t.tgisinternal
      and p.prosrc ~* 'raise exception'`.execute(db)
  return { columns, guards: [...constraints, ...indexes, ...triggers] }
}

/**
 * What a program written for one schema may meet in the other: a table or column gone or changed,
 * one it must fill but doesn't know, a guard that refuses what was taken before. A guard of new
 * columns alone refuses nobody who leaves them out.
 */
export function narrowings(before: SchemaShape, after: SchemaShape): string[] {
  const tables = new Set(before.columns.map(({ table }) => table))
  const stands = new Set(after.columns.map(({ table }) => table))
  const gone = [...tables].filter((table) => !stands.has(table)).map((table) => `${table} is gone`)
  const columns = before.columns
    .filter(({ table }) => stands.has(table))
    .flatMap((column) => changesOf(column, after.columns.find(isSame(column))))
  const added = after.columns.filter(
    (column) => tables.has(column.table) && !before.columns.some(isSame(column)),
  )
  const unknown = added
    .filter(({ required, filled }) => required && !filled)
    .map(({ table, name }) => `${table}.${name} is new and must be filled`)
  const guards = after.guards
    .filter((guard) => tables.has(guard.table))
    .filter(
      ({ table, text }) => !before.guards.some((one) => one.table === table && one.text === text),
    )
    .filter((guard) => !isHarmless(guard, added))
    .filter((guard) => !before.guards.some((one) => isWider(one, guard)))
    .map(({ table, kind, text }) => `${table} refuses by a new ${kind}: ${text}`)
  return [...gone, ...columns, ...unknown, ...guards]
}

const isSame = (one: Pick<Column, 'table' | 'name'>) => (other: Pick<Column, 'table' | 'name'>) =>
  one.table === other.table && one.name === other.name

function changesOf({ table, name, type, required, filled }: Column, now?: Column): string[] {
  if (!now) return [`${table}.${name} is gone`]
  return [
    ...(now.type === type ? [] : [`${table}.${name} is ${now.type} and was ${type}`]),
    ...(now.required && !required ? [`${table}.${name} must be filled now`] : []),
    ...(now.required && filled && !now.filled ? [`${table}.${name} fills itself no more`] : []),
  ]
}

function isHarmless({ table, kind, columns }: Guard, added: readonly Column[]): boolean {
  if (columns === null) return false
  const news = added.filter((column) => column.table === table && columns.includes(column.name))
  if (kind === 'unique') return news.some(({ required, filled }) => !required && !filled)
  return columns.length > 0 && news.length === columns.length
}

const LIST = /ARRAY\[[^\]]*\]/g

/** The same check with more words in its lists. */
function isWider(before: Guard, now: Guard): boolean {
  if (before.table !== now.table || before.text.replace(LIST, '') !== now.text.replace(LIST, ''))
    return false
  const [lists, longer] = [before.text.match(LIST) ?? [], now.text.match(LIST) ?? []]
  const textOf = (list = ''): string[] => list.match(/'[^']*'/g) ?? []
  return lists.every((list, place) =>
    textOf(list).every((word) => textOf(longer[place]).includes(word)),
  )
}
