import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type LimitNode,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  ValueNode,
} from 'kysely'
import { groupCommit, type Slot } from './group-commit.ts'
import { guardTransactions } from './guard-transactions.ts'
import type { Purpose } from './open-sqlite-file.ts'
import { openConnection, type SqliteConnection } from './sqlite-connection.ts'
import { isOpeningWriter } from './transaction-context.ts'

const LOCKS: unknown[] = ['ForUpdate', 'ForKeyShare']

/** Inlines limits: SQLite replans bound ones on each run. Drops row locks: writers take turns. */
class SqliteTranslator extends SqliteQueryCompiler {
  protected override visitLimit(node: LimitNode): void {
    const { limit } = node
    if (ValueNode.is(limit) && Number.isInteger(limit.value)) this.append(`limit ${limit.value}`)
    else super.visitLimit(node)
  }

  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!LOCKS.includes(node.modifier)) super.visitSelectModifier(node)
  }
}

const MAX_READERS = 4

const MAX_GROUP_SIZE = 32

type Options = { maxGroupSize?: number; writing?: Exclude<Purpose, 'read'> }

/** One writer and a few readers, in WAL mode. Every commit is on disk, except when filling. */
export function nodeSqliteDialect(
  file: string,
  { maxGroupSize = MAX_GROUP_SIZE, writing = 'write' }: Options = {},
): Dialect {
  return {
    createAdapter: () => new WalAdapter(),
    createDriver: () => guardTransactions(openDriver(file, maxGroupSize, writing)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteTranslator(),
  }
}

/** Kysely assumes one SQLite connection and would lock them all, but WAL readers don't wait. */
class WalAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function openDriver(file: string, maxGroupSize: number, writing: Purpose): Driver {
  const opened: SqliteConnection[] = []
  const open = (purpose: Purpose) => {
    const connection = openConnection(file, purpose)
    opened.push(connection)
    return connection
  }
  let writer: ReturnType<typeof groupCommit> | null = null
  const readers = readerPool(() => open('read'))
  return {
    async init() {},
    async acquireConnection() {
      if (!isOpeningWriter()) return readers.take()
      writer ??= groupCommit(open(writing), maxGroupSize)
      return writer.take()
    },
    releaseConnection: async (connection) => slotOf(connection).release(),
    beginTransaction: async (connection) => slotOf(connection).begin(),
    commitTransaction: async (connection) => slotOf(connection).commit(),
    rollbackTransaction: async (connection) => slotOf(connection).rollback(),
    async destroy() {
      writer?.finish()
      for (const connection of opened) connection.close()
    },
  }
}

function slotOf(connection: DatabaseConnection): Slot {
  return connection as Slot
}

function readerPool(open: () => SqliteConnection) {
  let size = 0
  const idle: Slot[] = []
  const waiting: ((reader: Slot) => void)[] = []
  const openReader = (): Slot => {
    const connection = open()
    const reader: Slot = {
      ...connection,
      begin: () => connection.exec('begin'),
      commit: async () => connection.exec('commit'),
      rollback: async () => void (connection.isInTransaction() && connection.exec('rollback')),
      release() {
        const next = waiting.shift()
        if (next) next(reader)
        else idle.push(reader)
      },
    }
    return reader
  }
  return {
    async take(): Promise<Slot> {
      const free = idle.pop()
      if (free) return free
      if (size === MAX_READERS) return new Promise((resolve) => waiting.push(resolve))
      const reader = openReader()
      size++
      return reader
    },
  }
}
