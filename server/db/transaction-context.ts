import { AsyncLocalStorage } from 'node:async_hooks'

const place = new AsyncLocalStorage<'opening a writer' | 'inside'>()

/** @throws Error inside a transaction */
export function runAsWriter<T>(open: () => Promise<T>): Promise<T> {
  refuseInsideTransaction()
  return place.run('opening a writer', open)
}

export function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return place.run('inside', work)
}

export function inAnotherDatabase<T>(work: () => Promise<T>): Promise<T> {
  return place.exit(work)
}

export function isOpeningWriter(): boolean {
  return place.getStore() === 'opening a writer'
}

/**
 * On SQLite another connection would wait forever; on PostgreSQL it would work outside.
 * @throws Error inside a transaction
 */
export function refuseInsideTransaction(): void {
  if (place.getStore() === 'inside')
    throw new Error('Inside a transaction only its own handle may be used, not the shop-wide one.')
}
