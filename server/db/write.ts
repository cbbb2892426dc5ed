import { setTimeout as pause } from 'node:timers/promises'
import { isWorthAnotherTry } from './database-errors.ts'
import type { Db } from './tables.ts'
import { insideTransaction, openingWrite } from './transaction-place.ts'

/** What others must hear once a change is committed: page cache, open pages, other processes. */
export type ShopEvent =
  | { kind: 'products'; productIds: number[] }
  | { kind: 'settings' }
  | { kind: 'pages' }
  | { kind: 'stock'; productIds: number[] }
  | { kind: 'orders'; orderId: number; isNew?: true }
  | { kind: 'questions' }
  | { kind: 'chat-reply'; sessionId: string; message: string }

export type Tell = (event: ShopEvent) => void
type Listener = (events: ShopEvent[]) => void

const listeners = new WeakMap<object, Set<Listener>>()

/** How often a transaction is tried when the database breaks it off for another one's sake, and the pause between, in milliseconds. */
const MOST_TRIES = 10
const PAUSE = 20

/** One transaction that may write; what it tells is published once, after its commit. An error inside rolls everything back. */
export async function write<T>(db: Db, work: (tx: Db, tell: Tell) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const told: ShopEvent[] = []
    try {
      const result = await openingWrite(() =>
        db
          .transaction()
          .setAccessMode('read write')
          .execute((tx) => insideTransaction(() => work(tx, (event) => told.push(event)))),
      )
      if (told.length > 0) for (const listener of listeners.get(db) ?? []) listener(told)
      return result
    } catch (error) {
      if (attempt === MOST_TRIES || !isWorthAnotherTry(error)) throw error
      await pause(PAUSE * attempt * Math.random())
    }
  }
}

/** All reads of `work` see one and the same moment. */
export function snapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => insideTransaction(() => work(tx)))
}

/** Hears what every write through this handle tells, after its commit. Returns how to stop hearing. */
export function listen(db: Db, listener: Listener): () => void {
  const hearing = listeners.get(db) ?? new Set()
  listeners.set(db, hearing.add(listener))
  return () => hearing.delete(listener)
}
