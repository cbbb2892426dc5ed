import { AsyncLocalStorage } from 'node:async_hooks'

/** When a commit may be answered: once the disk has it, or before, since a later one that counts takes it along. */
export type Kept = 'at-once' | 'with-the-next'

/** Where the running code stands: about to open a writing transaction, or inside one (or inside a snapshot). */
type Place = { opening: Kept } | 'inside'

const place = new AsyncLocalStorage<Place>()

/** Thrown when code inside a transaction asks for another connection: on SQLite it would wait for ever, on PostgreSQL it would silently run outside. */
export class NestedConnectionError extends Error {
  constructor() {
    super('Inside a transaction only its own handle may be used, not the shop-wide one.')
  }
}

/** Runs `open` so that the connection it takes is the writing one. @throws NestedConnectionError inside a transaction */
export function openingWrite<T>(kept: Kept, open: () => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  return place.run({ opening: kept }, open)
}

/** Runs `work` as the inside of a transaction. */
export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return place.run('inside', work)
}

/** Runs `work` on another database than the one whose transaction one is in. */
export function inAnotherDatabase<T>(work: () => Promise<T>): Promise<T> {
  return place.exit(work)
}

/** How the writing transaction that is being opened is to be kept; null where only reading is asked for. */
export function wantedKept(): Kept | null {
  const here = place.getStore()
  return typeof here === 'object' ? here.opening : null
}

/** @throws NestedConnectionError inside a transaction */
export function refuseInsideTransaction(): void {
  if (place.getStore() === 'inside') throw new NestedConnectionError()
}
