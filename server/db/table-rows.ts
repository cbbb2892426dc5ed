import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Column, ColumnKind, Engine, Table } from './table-list.ts'
import type { Db } from './write.ts'

/** As both engines read it: JSON parsed, everything else as is. */
export type Row = Record<string, unknown>

/** Roughly how many bytes to read at once, so that memory use stays small. */
const AIM = 1_000_000
const FIRST_ROWS = 50
const MAX_ROWS = 2000

/** Placeholders per statement; SQLite's limit is 32,766. */
const MAX_VALUES = 12_000

/** In key order, as lines of JSON. One snapshot if `tx` is one. */
export async function* readRows(
  tx: Db,
  { name, key }: Table,
): AsyncGenerator<{ rows: number; text: string }> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let most = FIRST_ROWS
  for (let last: readonly unknown[] | null = null; ; ) {
    const after: RawBuilder<unknown> = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``
    const query = sql<Row>`select * from ${sql.table(name)} ${after} order by ${columns} limit ${most}`
    const rows: Row[] = (await query.execute(tx)).rows
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`)
    yield* piecesOf(lines)
    if (rows.length < most) return
    const end = rows.at(-1) ?? {}
    last = key.map((column) => end[column])
    most = Math.min(MAX_ROWS, Math.max(1, Math.floor((AIM * rows.length) / lengthOf(lines))))
  }
}

/** Each at most the aim, or one row, since long rows may follow short ones. */
function* piecesOf(lines: readonly string[]): Generator<{ rows: number; text: string }> {
  let [piece, length]: [string[], number] = [[], 0]
  for (const line of lines) {
    if (length > 0 && length + line.length > AIM) {
      yield { rows: piece.length, text: piece.join('') }
      ;[piece, length] = [[], 0]
    }
    piece.push(line)
    length += line.length
  }
  if (piece.length > 0) yield { rows: piece.length, text: piece.join('') }
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

export class MisfitError extends Error {}

/** @throws MisfitError for other columns, or a value of another kind */
export async function insertRows(
  tx: Db,
  engine: Engine,
  table: Table,
  rows: readonly Row[],
): Promise<void> {
  const atOnce = Math.max(1, Math.floor(MAX_VALUES / table.columns.length))
  for (let first = 0; first < rows.length; first += atOnce) {
    const some = rows.slice(first, first + atOnce)
    const values = some.flatMap((row) => valuesOf(table, row))
    await tx.executeQuery(CompiledQuery.raw(insertion(engine, table, some.length), values))
  }
}

function insertion(engine: Engine, { name, columns }: Table, rows: number): string {
  const place = (number: number) => (engine === 'postgres' ? `$${number}` : '?')
  const line = (row: number) =>
    `(${columns.map((_, index) => place(row * columns.length + index + 1)).join(',')})`
  const names = columns.map((column) => `"${column.name}"`).join(',')
  return `insert into "${name}" (${names}) values ${Array.from({ length: rows }, (_, row) => line(row)).join(',')}`
}

function valuesOf({ name, columns }: Table, row: Row): unknown[] {
  const known = new Set(columns.map((column) => column.name))
  const unknown = Object.keys(row).filter((column) => !known.has(column))
  if (unknown.length > 0) throw new MisfitError(`${name} has no column ${unknown.join(', ')}`)
  return columns.map((column) => fitting(name, column, row[column.name]))
}

const FITS: Record<ColumnKind, (value: unknown) => boolean> = {
  integer: Number.isSafeInteger,
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  json: (value) => value !== undefined,
}

function fitting(table: string, { name, kind, isNullable }: Column, value: unknown): unknown {
  if (value === null && isNullable) return null
  if (value === null || !FITS[kind](value))
    throw new MisfitError(`${table}.${name} holds no ${kind}`)
  return kind === 'json' ? JSON.stringify(value) : value
}

export async function countRows(tx: Db, { name }: Table): Promise<number> {
  const { rows } = await sql<{
    many: number
  }>`select count(*) as many from ${sql.table(name)}`.execute(tx)
  return rows[0]?.many ?? 0
}
