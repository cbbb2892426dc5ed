import { AsyncLocalStorage } from 'node:async_hooks'

export type Person = { id: number; name: string; role: Role }
type Role = 'farmer' | 'helper'

/** The one that every shop has; helpers have the numbers after it. */
export const FARMER: Person = { id: 1, name: 'Farmer', role: 'farmer' }

/**
 * Who calls the desk or the stall: `Chrome on Android` (null: an unknown browser) from
 * `192.0.2.0/24`; `person` is null before anybody has signed in.
 */
export type Caller = { device: string | null; address: string; person: Person | null }

/**
 * What let a caller of the desk in, by the hashes of the secrets in its cookies: a session, or a
 * helper's linked phone; both for a session by a passkey that was added from one.
 */
export type SignInSource = { sessionIdHash: string | null; deviceSecretHash: string | null }

const current = new AsyncLocalStorage<Caller>()

export function insideCall(caller: Caller, work: () => void): void {
  current.run(caller, work)
}

/** Whose call of the desk the running code works for; null outside of one, as in jobs. */
export function currentCaller(): Caller | null {
  return current.getStore() ?? null
}

export function isHelper(): boolean {
  return currentCaller()?.person?.role === 'helper'
}
