import type { DatabaseConnection } from 'kysely'
import { ofDatabase } from './database-errors.ts'
import type { Durability } from './transaction-context.ts'

/** SQLite's result code for "not now": whoever meets it tries again. */
const BUSY = 5

export type WritingConnection = DatabaseConnection & {
  exec(sql: string): void
  /** False once SQLite has rolled back by itself, as after a full disk. */
  isInTransaction(): boolean
}

export type WriteSlot = DatabaseConnection & {
  begin(): void
  /** Ends when the changes are on the disk, or, where they may be kept with the next, before. */
  commit(): Promise<void>
  /** Ends when all that this transaction may have seen is on the disk. */
  rollback(): Promise<void>
  release(): void
}

type Group = { members: number; done: PromiseWithResolvers<void> }

/**
 * Transactions one after the other, each a savepoint of its own; those that come close together wait for the disk once,
 * together, and none ends before. One that fails takes nothing of the others with it. At most so many share a commit, so that the
 * first of them is not kept waiting for long; with 1 each has its own, at once.
 */
export function sharedCommits(
  connection: WritingConnection,
  mostTogether: number,
): { take(durability: Durability): Promise<WriteSlot>; finish(): void } {
  const waiting: (() => void)[] = []
  let isTaken = false
  let group: Group | null = null

  function open(): Group {
    connection.exec('begin immediate')
    const done = Promise.withResolvers<void>()
    // Whoever takes part hears of a failure; a group of refused transactions has nobody left to hear it.
    done.promise.catch(() => {})
    return { members: 0, done }
  }

  function finish(): void {
    if (!group) return
    const { members, done } = group
    group = null
    try {
      connection.exec(members > 0 ? 'commit' : 'rollback')
      done.resolve()
    } catch (error) {
      if (connection.isInTransaction()) connection.exec('rollback')
      done.reject(error)
    }
  }

  /** What arrives together is read from the network in one round: the disk waits for the end of it. */
  function finishUnlessTaken(): void {
    if (!isTaken) finish()
  }

  /** After a full disk or an I/O error SQLite has rolled back all that shared the transaction; the others try again. */
  function breakOff(): void {
    const broken = new Error('The transaction was broken off together with another one.')
    group?.done.reject(ofDatabase(Object.assign(broken, { errcode: BUSY })))
    group = null
  }

  function undo(): void {
    connection.exec('rollback to turn')
    connection.exec('release turn')
  }

  function passOn(): void {
    if (group && (mostTogether === 1 || group.members >= mostTogether)) finish()
    const next = waiting.shift()
    isTaken = next !== undefined
    if (next) next()
    else if (group) setImmediate(finishUnlessTaken)
  }

  function writeSlot(durability: Durability): WriteSlot {
    let state: 'taken' | 'begun' | 'over' = 'taken'
    let shared = Promise.resolve()
    const end = () => {
      state = 'over'
      passOn()
    }
    return {
      executeQuery: (query, options) => connection.executeQuery(query, options),
      streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
      begin() {
        group ??= open()
        connection.exec('savepoint turn')
        state = 'begun'
        shared = group.done.promise
      },
      commit() {
        connection.exec('release turn')
        if (group) group.members++
        end()
        return durability === 'at-once' ? shared : Promise.resolve()
      },
      async rollback() {
        if (state !== 'begun') return
        if (connection.isInTransaction()) undo()
        else breakOff()
        end()
        await shared.catch(() => {})
      },
      release: () => {
        if (state !== 'over') end()
      },
    }
  }

  return {
    take(durability) {
      if (isTaken)
        return new Promise((resolve) => waiting.push(() => resolve(writeSlot(durability))))
      isTaken = true
      return Promise.resolve(writeSlot(durability))
    },
    finish,
  }
}
