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
import { type GroupCommit, groupCommit, type WriteSlot } from './group-commit.ts'
import type { Purpose } from './open-sqlite-file.ts'
import { openConnection, type SqliteConnection } from './sqlite-connection.ts'
import { SqliteTranslator } from './sqlite-translator.ts'
import { currentDurability, refuseInsideTransaction } from './transaction-context.ts'
import { NO_SYNC, type WalSync, walSync } from './wal-sync.ts'

const MAX_READERS = 4

const MAX_GROUP_SIZE = 32

type Writer = { wal: WalSync; commits: GroupCommit }

type Options = { maxGroupSize?: number; writing?: Exclude<Purpose, 'read'> }

/** One writer and a few readers on one file; unless it is filled, in WAL mode, each commit on the disk. */
export function nodeSqliteDialect(
  file: string,
  { maxGroupSize = MAX_GROUP_SIZE, writing = 'write' }: Options = {},
): Dialect {
  return {
    createAdapter: () => new WalAdapter(),
    createDriver: () => openDriver(file, maxGroupSize, writing),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteTranslator(),
  }
}

/** Kysely expects one connection to SQLite and would lock all of them; WAL readers do not wait. */
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
  let writer: Writer | null = null
  const openWriter = (): Writer => {
    const wal = writing === 'write' ? walSync(file) : NO_SYNC
    return { wal, commits: groupCommit(open(writing), wal, maxGroupSize) }
  }
  const readers = connectionPool(MAX_READERS, () =>
    afterSync(open('read'), () => writer?.wal.settled() ?? null),
  )
  const slots = new WeakMap<DatabaseConnection, WriteSlot>()
  return {
    async init() {},
    async acquireConnection() {
      refuseInsideTransaction()
      const durability = currentDurability()
      if (!durability) return readers.take()
      writer ??= openWriter()
      const slot = await writer.commits.take(durability)
      slots.set(slot, slot)
      return slot
    },
    async releaseConnection(connection) {
      const slot = slots.get(connection)
      if (slot) slot.release()
      else readers.giveBack(asSqlite(connection))
    },
    async beginTransaction(connection, settings: TransactionSettings) {
      const slot = slots.get(connection)
      if (slot && settings.accessMode !== 'read only') slot.begin()
      else asSqlite(connection).exec('begin')
    },
    async commitTransaction(connection) {
      await (slots.get(connection)?.commit() ?? asSqlite(connection).exec('commit'))
    },
    async rollbackTransaction(connection) {
      const slot = slots.get(connection)
      if (slot) await slot.rollback()
      else if (asSqlite(connection).isInTransaction()) asSqlite(connection).exec('rollback')
    },
    async destroy() {
      await writer?.commits.finish()
      writer?.wal.close()
      for (const connection of opened) connection.close()
    },
  }
}

/** What was read may be of a commit that the disk does not have yet: it is answered once it has. */
function afterSync(reader: SqliteConnection, settled: WalSync['settled']): SqliteConnection {
  return {
    ...reader,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await reader.executeQuery<R>(query)
      await settled()
      return result
    },
  }
}

function asSqlite(connection: DatabaseConnection): SqliteConnection {
  return connection as SqliteConnection
}

function connectionPool(max: number, open: () => SqliteConnection) {
  let size = 0
  const idle: SqliteConnection[] = []
  const waiting: ((connection: SqliteConnection) => void)[] = []
  return {
    async take(): Promise<SqliteConnection> {
      const free = idle.pop()
      if (free) return free
      if (size === max) return new Promise((resolve) => waiting.push(resolve))
      const connection = open()
      size++
      return connection
    },
    giveBack(connection: SqliteConnection): void {
      const next = waiting.shift()
      if (next) next(connection)
      else idle.push(connection)
    },
  }
}
