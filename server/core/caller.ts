import { AsyncLocalStorage } from 'node:async_hooks'

/** Who calls the desk: `Chrome on Android` (null: an unknown browser) from `192.0.2.0/24`. */
export type Caller = { device: string | null; address: string }

const current = new AsyncLocalStorage<Caller>()

export function insideCall(caller: Caller, work: () => void): void {
  current.run(caller, work)
}

/** Whose call of the desk the running code works for; null outside of one, as in jobs. */
export function currentCaller(): Caller | null {
  return current.getStore() ?? null
}
