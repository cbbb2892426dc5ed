import type { DatabaseConnection } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'

/** SQLite's result code for "busy": try again. */
const BUSY = 5

export type Slot = DatabaseConnection & {
  begin(): void
  /** Resolves when the changes are on the disk. */
  commit(): Promise<void>
  /** Resolves when everything this transaction may have read is on the disk. */
  rollback(): Promise<void>
  release(): void
}

type Group = { size: number; committed: PromiseWithResolvers<void> }

type Writer = {
  connection: SqliteConnection
  maxGroupSize: number
  isTaken: boolean
  waiting: (() => void)[]
  group: Group | null
}

/**
 * Runs transactions one at a time, each in its own savepoint. Those of one event-loop turn share a
 * commit, and none ends before it; a failing one doesn't take the others along. `maxGroupSize`
 * bounds how long the first one waits; with 1, each commits alone.
 */
export function groupCommit(connection: SqliteConnection, maxGroupSize: number) {
  const writer: Writer = { connection, maxGroupSize, isTaken: false, waiting: [], group: null }
  return {
    take(): Promise<Slot> {
      const { promise, resolve } = Promise.withResolvers<Slot>()
      const enter = () => resolve(openSlot(writer))
      if (writer.isTaken) writer.waiting.push(enter)
      else enter()
      writer.isTaken = true
      return promise
    },
    finish: () => commitGroup(writer),
  }
}

function openSlot(writer: Writer): Slot {
  const { connection } = writer
  let state: 'taken' | 'begun' | 'over' = 'taken'
  let committed = Promise.resolve()
  const end = () => {
    if (state !== 'over') handOver(writer)
    state = 'over'
  }
  return {
    executeQuery: (query) => connection.executeQuery(query),
    streamQuery: (query, size) => connection.streamQuery(query, size),
    begin() {
      committed = joinGroup(writer).committed.promise
      state = 'begun'
    },
    commit() {
      connection.exec('release member')
      if (writer.group) writer.group.size++
      end()
      return committed
    },
    async rollback() {
      if (state !== 'begun') return
      leaveGroup(writer)
      end()
      await committed.catch(() => {})
    },
    release: end,
  }
}

function joinGroup(writer: Writer): Group {
  writer.group ??= openGroup(writer.connection)
  writer.connection.exec('savepoint member')
  return writer.group
}

function openGroup(connection: SqliteConnection): Group {
  connection.exec('begin immediate')
  const committed = Promise.withResolvers<void>()
  // Participants handle the failure. If all of them were refused, nobody is left to handle it.
  committed.promise.catch(() => {})
  return { size: 0, committed }
}

function leaveGroup(writer: Writer): void {
  const { connection } = writer
  if (connection.isInTransaction()) {
    connection.exec('rollback to member')
    connection.exec('release member')
  } else breakOffGroup(writer)
}

/** After an I/O error SQLite has rolled back the whole group; the others try again. */
function breakOffGroup(writer: Writer): void {
  const broken = new Error('The transaction was aborted along with another one.')
  writer.group?.committed.reject(Object.assign(broken, { errcode: BUSY }))
  writer.group = null
}

function handOver(writer: Writer): void {
  const { group, maxGroupSize, waiting } = writer
  if (group && (maxGroupSize === 1 || group.size >= maxGroupSize)) commitGroup(writer)
  const next = waiting.shift()
  writer.isTaken = next !== undefined
  if (next) next()
  // Requests that arrive together are read in one turn, so commit at the end of it.
  else if (writer.group) setImmediate(() => !writer.isTaken && commitGroup(writer))
}

function commitGroup(writer: Writer): void {
  const { connection, group } = writer
  if (!group) return
  writer.group = null
  try {
    connection.exec(group.size > 0 ? 'commit' : 'rollback')
    group.committed.resolve()
  } catch (error) {
    if (connection.isInTransaction()) connection.exec('rollback')
    group.committed.reject(error)
  }
}
