import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import { openSqliteFile, type Purpose } from './open-sqlite-file.ts'

const MAX_STATEMENTS = 300

export type SqliteConnection = DatabaseConnection & {
  exec(sql: string): void
  /** False once SQLite rolled back on its own, as after a full disk. */
  isInTransaction(): boolean
  close(): void
}

export function openConnection(file: string, purpose: Purpose): SqliteConnection {
  const database = openSqliteFile(file, purpose)
  const compiled = new Map<string, CompiledStatement>()
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      return execute<R>(compileOnce(database, compiled, query.sql), query.parameters)
    },
    async *streamQuery() {
      yield await Promise.reject(new Error('Streaming is not needed here.'))
    },
    exec: (sql) => void compileOnce(database, compiled, sql).statement.run(),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

type Conversion = [column: string, convert: (value: unknown) => unknown]
type CompiledStatement = {
  statement: StatementSync
  answersRows: boolean
  conversions: Conversion[]
}

function compileOnce(
  database: DatabaseSync,
  compiled: Map<string, CompiledStatement>,
  sql: string,
): CompiledStatement {
  const known = compiled.get(sql)
  if (known) return known
  if (compiled.size >= MAX_STATEMENTS) compiled.clear()
  const statement = database.prepare(sql)
  const columns = statement.columns()
  const fresh = {
    statement,
    answersRows: columns.length > 0,
    conversions: columns.flatMap(conversionOf),
  }
  compiled.set(sql, fresh)
  return fresh
}

/** SQLite has no booleans or JSON, so the declared column type decides. */
function conversionOf(column: { name: string; type: string | null }): Conversion[] {
  if (column.type === 'boolean')
    return [[column.name, (value) => (value === null ? null : value === 1)]]
  if (column.type === 'json')
    return [[column.name, (value) => (value === null ? null : JSON.parse(String(value)))]]
  return []
}

function execute<R>(
  { statement, answersRows, conversions }: CompiledStatement,
  parameters: readonly unknown[],
): QueryResult<R> {
  const bound = parameters.map(bindable)
  if (!answersRows) {
    const done = statement.run(...bound)
    return {
      rows: [],
      numAffectedRows: BigInt(done.changes),
      insertId: BigInt(done.lastInsertRowid),
    }
  }
  const rows = statement.all(...bound)
  for (const row of rows)
    for (const [name, convert] of conversions) row[name] = convert(row[name]) as never
  return { rows: rows as R[], numAffectedRows: BigInt(rows.length) }
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value === undefined) throw new TypeError('undefined is not a database value; use null')
  return value as SQLInputValue
}
