import type { DatabaseConnection } from 'kysely'
import { ofDatabase } from './database-errors.ts'
import type { WritingConnection } from './sqlite-connection.ts'
import type { Durability } from './transaction-context.ts'
import { untilFailure } from './until-failure.ts'
import type { WalSync } from './wal-sync.ts'

/** SQLite's result code for "busy": try again. */
const BUSY = 5

/** Where several wait for the disk, it is asked once nobody has joined them for so many turns of the event loop. */
const QUIET_TURNS = 2

export type WriteSlot = DatabaseConnection & {
  begin(): void
  /** Resolves when the changes are on the disk, or earlier if they may wait for the next commit. */
  commit(): Promise<void>
  /** Ends when all that this transaction may have seen is on the disk. */
  rollback(): Promise<void>
  release(): void
}

export type GroupCommit = {
  take(durability: Durability): Promise<WriteSlot>
  finish(): Promise<void>
}

/** `awaited`: so many of its members wait for the disk. `quiet`: nobody joined for so many turns. */
type Group = { size: number; awaited: number; quiet: number; committed: PromiseWithResolvers<void> }

type Writer = {
  connection: WritingConnection
  wal: WalSync
  maxGroupSize: number
  syncing: Promise<void> | null
  isTaken: boolean
  waiting: (() => void)[]
  group: Group | null
  isScheduled: boolean
  awaitedBefore: number
}

/**
 * Transactions one after the other, each a savepoint of its own; those that come close together, or
 * while the disk is at work, wait for it once, together, and none ends before. One that fails takes
 * nothing of the others with it. While the disk is free, at most so many share a commit, so that the
 * first of them is not kept waiting for long; with 1 each has its own, at once.
 */
export function groupCommit(
  connection: WritingConnection,
  wal: WalSync,
  maxGroupSize: number,
): GroupCommit {
  const idle = { syncing: null, isTaken: false, isScheduled: false, waiting: [], group: null }
  const writer: Writer = { connection, wal, maxGroupSize, ...idle, awaitedBefore: 0 }
  return {
    take(durability) {
      const { promise, resolve } = Promise.withResolvers<WriteSlot>()
      const enter = () => resolve(openSlot(writer, durability))
      if (writer.isTaken) writer.waiting.push(enter)
      else enter()
      writer.isTaken = true
      return promise
    },
    async finish() {
      commitGroup(writer)
      while (writer.syncing) await writer.syncing
    },
  }
}

function openSlot(writer: Writer, durability: Durability): WriteSlot {
  const { connection } = writer
  const { execute, throwFailure } = untilFailure(connection)
  let state: 'taken' | 'begun' | 'over' = 'taken'
  let committed = Promise.resolve()
  const end = () => {
    state = 'over'
    handOver(writer)
  }
  return {
    executeQuery: execute,
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    begin() {
      committed = joinGroup(writer).committed.promise
      state = 'begun'
    },
    commit() {
      throwFailure()
      connection.exec('release member')
      if (writer.group) countMember(writer.group, durability)
      end()
      return durability === 'at-once' ? committed : Promise.resolve()
    },
    async rollback() {
      if (state !== 'begun') return
      leaveGroup(writer)
      end()
      await committed.catch(() => {})
    },
    release() {
      if (state !== 'over') end()
    },
  }
}

function joinGroup(writer: Writer): Group {
  writer.group ??= openGroup(writer.connection)
  writer.connection.exec('savepoint member')
  return writer.group
}

function openGroup(connection: WritingConnection): Group {
  connection.exec('begin immediate')
  const committed = Promise.withResolvers<void>()
  // Participants get the failure themselves; a group of refused transactions has nobody left to get
  // it.
  committed.promise.catch(() => {})
  return { size: 0, awaited: 0, quiet: 0, committed }
}

function countMember(group: Group, durability: Durability): void {
  group.size++
  group.quiet = 0
  if (durability === 'at-once') group.awaited++
}

function leaveGroup(writer: Writer): void {
  const { connection } = writer
  if (connection.isInTransaction()) {
    connection.exec('rollback to member')
    connection.exec('release member')
  } else breakOffGroup(writer)
}

/** After an I/O error SQLite rolled back all who shared the transaction; the others try again. */
function breakOffGroup(writer: Writer): void {
  const broken = new Error('The transaction was broken off together with another one.')
  writer.group?.committed.reject(ofDatabase(Object.assign(broken, { errcode: BUSY })))
  writer.group = null
}

function handOver(writer: Writer): void {
  const { group, maxGroupSize } = writer
  if (group && (maxGroupSize === 1 || group.size >= maxGroupSize)) commitGroup(writer)
  const next = writer.waiting.shift()
  writer.isTaken = next !== undefined
  if (next) next()
  else scheduleCommit(writer)
}

/** What arrives together is read from the network in one turn: the disk waits for the end of it. */
function scheduleCommit(writer: Writer): void {
  if (!writer.group || writer.isScheduled) return
  writer.isScheduled = true
  setImmediate(commitOnceComplete, writer)
}

function commitOnceComplete(writer: Writer): void {
  writer.isScheduled = false
  const { group, isTaken } = writer
  if (!group || isTaken) return
  if (isComplete(writer, group)) commitGroup(writer)
  else scheduleCommit(writer)
}

/** One who waits alone is not kept; of several, the others are likely to be on their way. */
function isComplete({ awaitedBefore }: Writer, group: Group): boolean {
  return Math.max(awaitedBefore, group.awaited) < 2 || group.quiet++ >= QUIET_TURNS
}

function commitGroup(writer: Writer): void {
  const { connection, wal, group } = writer
  if (!group || writer.syncing) return
  writer.group = null
  writer.awaitedBefore = group.awaited
  try {
    connection.exec(group.size > 0 ? 'commit' : 'rollback')
  } catch (error) {
    if (connection.isInTransaction()) connection.exec('rollback')
    group.committed.reject(error)
    wal.stayShort()
    return
  }
  if (group.size === 0) group.committed.resolve()
  else writer.syncing = syncGroup(writer, group)
}

async function syncGroup(writer: Writer, { committed }: Group): Promise<void> {
  try {
    await writer.wal.syncCommit()
    committed.resolve()
    writer.wal.checkpointIfLong()
  } catch (error) {
    committed.reject(error)
  }
  writer.syncing = null
  scheduleCommit(writer)
}
