import { AsyncLocalStorage } from 'node:async_hooks'

/** A commit is answered once the disk has it, or before, as a later one takes it along. */
export type Durability = 'at-once' | 'with-the-next'

type TransactionContext = { opening: Durability } | 'inside'

const place = new AsyncLocalStorage<TransactionContext>()

/** On SQLite another connection would wait for ever, on PostgreSQL it would run outside. */
export class NestedConnectionError extends Error {
  constructor() {
    super('Inside a transaction only its own handle may be used, not the shop-wide one.')
  }
}

/** `open` takes the writing connection. @throws NestedConnectionError inside a transaction */
export function runAsWriter<T>(durability: Durability, open: () => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  return place.run({ opening: durability }, open)
}

export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return place.run('inside', work)
}

export function inAnotherDatabase<T>(work: () => Promise<T>): Promise<T> {
  return place.exit(work)
}

export function currentDurability(): Durability | null {
  const here = place.getStore()
  return typeof here === 'object' ? here.opening : null
}

/** @throws NestedConnectionError inside a transaction */
export function refuseInsideTransaction(): void {
  if (place.getStore() === 'inside') throw new NestedConnectionError()
}
