import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  type TransactionSettings,
} from 'kysely'
import { ofDatabase } from './database-errors.ts'
import { sharedCommits, type WriteSlot, type WritingConnection } from './group-commit.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
import { SqliteTranslator } from './sqlite-translator.ts'
import { currentDurability, refuseInsideTransaction } from './transaction-context.ts'

const MAX_READERS = 4

const MAX_STATEMENTS = 300

const MAX_TOGETHER = 32

/** One writer and a few readers on one SQLite file, in WAL mode with every commit on the disk before it is answered. */
export function nodeSqliteDialect(file: string, mostTogether = MAX_TOGETHER): Dialect {
  return {
    createAdapter: () => new WalAdapter(),
    createDriver: () => openDriver(file, mostTogether),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteTranslator(),
  }
}

/** In WAL mode readers do not wait for the writer; Kysely expects one connection and would hold a lock over all of them. */
class WalAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

type SqliteConnection = WritingConnection & { close(): void }

function openDriver(file: string, mostTogether: number): Driver {
  const readers = roomFor(MAX_READERS, () => openConnection(file, 'read'))
  const turns = new WeakMap<DatabaseConnection, WriteSlot>()
  let writing: { connection: SqliteConnection; commits: ReturnType<typeof sharedCommits> } | null =
    null
  const openWriter = () => {
    const connection = openConnection(file, 'write')
    return { connection, commits: sharedCommits(connection, mostTogether) }
  }
  return {
    async init() {},
    async acquireConnection() {
      refuseInsideTransaction()
      const durability = currentDurability()
      if (!durability) return readers.take()
      writing ??= openWriter()
      const turn = await writing.commits.take(durability)
      turns.set(turn, turn)
      return turn
    },
    async releaseConnection(connection) {
      const turn = turns.get(connection)
      if (turn) turn.release()
      else readers.giveBack(asSqlite(connection))
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      const turn = turns.get(connection)
      if (turn && settings.accessMode !== 'read only') turn.begin()
      else asSqlite(connection).exec('begin')
    },
    async commitTransaction(connection) {
      await (turns.get(connection)?.commit() ?? asSqlite(connection).exec('commit'))
    },
    async rollbackTransaction(connection) {
      const turn = turns.get(connection)
      if (turn) await turn.rollback()
      else if (asSqlite(connection).isInTransaction()) asSqlite(connection).exec('rollback')
    },
    async destroy() {
      writing?.commits.finish()
      for (const connection of [...readers.opened, ...(writing ? [writing.connection] : [])])
        connection.close()
    },
  }
}

function asSqlite(connection: DatabaseConnection): SqliteConnection {
  return connection as SqliteConnection
}

function roomFor(most: number, open: () => SqliteConnection) {
  const opened: SqliteConnection[] = []
  const idle: SqliteConnection[] = []
  const waiting: ((connection: SqliteConnection) => void)[] = []
  const openOne = () => {
    const connection = open()
    opened.push(connection)
    return connection
  }
  return {
    opened,
    take(): Promise<SqliteConnection> {
      const free = idle.pop() ?? (opened.length < most ? openOne() : undefined)
      return free ? Promise.resolve(free) : new Promise((resolve) => waiting.push(resolve))
    },
    giveBack(connection: SqliteConnection): void {
      const next = waiting.shift()
      if (next) next(connection)
      else idle.push(connection)
    },
  }
}

function openConnection(file: string, purpose: 'read' | 'write'): SqliteConnection {
  const database = marked(() => openSqliteFile(file, purpose))
  const compiled = new Map<string, CompiledStatement>()
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      return marked(() => execute<R>(compileOnce(database, compiled, query.sql), query.parameters))
    },
    async *streamQuery() {
      yield await Promise.reject(new Error('Streaming is not needed here.'))
    },
    exec: (sql) => void marked(() => compileOnce(database, compiled, sql).statement.run()),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  }
}

function marked<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw ofDatabase(error)
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

/** SQLite has neither booleans nor JSON: what a column was declared as decides how its value is read. */
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
  if (value === undefined) throw new TypeError('undefined is no value for the database; use null')
  return value as SQLInputValue
}
