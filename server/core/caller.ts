import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '../db/write.ts'
import { Refusal } from './refusal.ts'

export type Person = { id: number; name: string; role: 'farmer' | 'helper' }
export const FARMER: Person = { id: 1, name: 'Farmer', role: 'farmer' }

/** Serializes calls that count existing rows before adding to them. */
export async function lockFarmer(tx: Db): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', FARMER.id).forUpdate().execute()
}

/** `device`: `Chrome on Android` or null; `address`: `192.0.2.0/24`. No `person` before sign-in. */
export type Caller = {
  device: string | null
  address: string
  person: Person | null
  /** Stays signed in, but didn't give the password or passkey lately. */
  asksAgain?: boolean
  /** What a program with an API token may do; null for people. */
  scopes?: readonly string[] | null
}

/**
 * Hashes of the cookie secrets that let a caller in: a session, a helper's linked phone, or both
 * for a session by a passkey added on a phone.
 */
export type SignInSource = { sessionIdHash: string | null; deviceSecretHash: string | null }

const current = new AsyncLocalStorage<Caller>()

export function insideCall(caller: Caller, work: () => void): void {
  current.run(caller, work)
}

/** Null outside a call, as in jobs. */
export function currentCaller(): Caller | null {
  return current.getStore() ?? null
}

/** For sending card money back by hand. @throws Refusal 'sign-in-again' */
export function requireFreshSignIn(asksAgain = currentCaller()?.asksAgain): void {
  if (asksAgain)
    throw new Refusal('sign-in-again', 'Please enter your password or use your passkey again.')
}

/** For whatever undoes or refunds: a leaked API token must not. @throws Refusal 'not-allowed' */
export function refuseTokens(): void {
  if (isToken()) throw new Refusal('not-allowed', 'Tokens cannot do this.')
}

export function isToken(): boolean {
  return (currentCaller()?.scopes ?? null) !== null
}

/** A program that may only write orders learns nothing about who placed them. */
export function mayReadCustomers(): boolean {
  return currentCaller()?.scopes?.includes('orders:read') ?? true
}

export function isHelper(): boolean {
  return currentCaller()?.person?.role === 'helper'
}
