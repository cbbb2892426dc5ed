import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isDatabaseAway, isWorthAnotherTry } from './database-errors.ts'
import type { Tables } from './tables.ts'
import { insideTransaction, runAsWriter } from './transaction-context.ts'

/**
 * Published after the commit, to the page cache, open pages and other processes. `try`: counts
 * toward a limit. `missed`: an event was lost, so anything may have changed.
 */
export type ShopEvent =
  | { kind: 'products'; productIds: number[] }
  | { kind: 'settings' }
  | { kind: 'pages' }
  | { kind: 'stock'; productIds: number[] }
  /** `isByPhone`: entered by a person at the desk. `isUnpacked`: its box was packed, but its goods changed. */
  | { kind: 'orders'; orderId: number; isNew?: true; isByPhone?: true; isUnpacked?: true }
  | { kind: 'days' }
  | { kind: 'questions'; isOfReplies?: true }
  | { kind: 'phones' }
  | { kind: 'hooks' }
  | { kind: 'chat-reply'; sessionId: string; message: string }
  | { kind: 'try'; of: string; who: string }
  | { kind: 'missed' }

export type Emit = (event: ShopEvent) => void
type Listener = (events: ShopEvent[]) => void

type EventOutbox = { append(tx: Db, events: ShopEvent[]): Promise<void>; notify(): void }

const listeners = new WeakMap<object, Set<Listener>>()
const outboxes = new WeakMap<object, Set<EventOutbox>>()

/** `PAUSE` in ms. */
const MAX_TRIES = 10
const PAUSE = 20

type Work<T> = (tx: Db, emit: Emit) => Promise<T>

/** Errors roll back. Events are published after the commit. */
export function write<T>(db: Db, work: Work<T>): Promise<T> {
  return severalTries(async () => {
    const events: ShopEvent[] = []
    let isCommitted = false
    const ofDb = outboxes.get(db) ?? []
    const workAndAppend = async (tx: Db) => {
      const result = await work(tx, (event) => events.push(event))
      if (events.length > 0) for (const outbox of ofDb) await outbox.append(tx, events)
      isCommitted = events.length > 0
      return result
    }
    const result = await runAsWriter(() =>
      db
        .transaction()
        .setAccessMode('read write')
        .execute((tx) => insideTransaction(() => workAndAppend(tx))),
    ).catch((error: unknown) => {
      // The connection broke in a commit that may stand: others may hear its events, we might not.
      if (isCommitted && isDatabaseAway(error)) publish(db, [{ kind: 'missed' }])
      throw error
    })
    if (events.length > 0) {
      publish(db, events)
      for (const outbox of ofDb) outbox.notify()
    }
    return result
  })
}

/** Reads everything as of one moment; retried if the database aborts it. */
export function snapshot<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return severalTries(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => insideTransaction(() => work(tx))),
  )
}

async function severalTries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === MAX_TRIES || !isWorthAnotherTry(error)) throw error
      await pause(PAUSE * attempt * Math.random())
    }
  }
}

export function publish(db: Db, events: ShopEvent[]): void {
  for (const listener of listeners.get(db) ?? []) listener(events)
}

/** `append` runs inside each transaction that has events, `notify` after its commit. Returns the removal. */
export function addEventOutbox(db: Db, outbox: EventOutbox): () => void {
  const added = outboxes.getOrInsertComputed(db, () => new Set()).add(outbox)
  return () => added.delete(outbox)
}

/** After each commit through this handle. Returns the unsubscribe function. */
export function subscribe(db: Db, listener: Listener): () => void {
  const subscribed = listeners.getOrInsertComputed(db, () => new Set()).add(listener)
  return () => subscribed.delete(listener)
}

/** A reading connection, or the current transaction. Writing needs `write()`. */
export type Db = Kysely<Tables>
