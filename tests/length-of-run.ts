import { inject } from 'vitest'

/**
 * Long forms of tests (`npm run test:long`, or parts of it) try more; `npm test` tries the same
 * little each time.
 */
export const IS_LONG = import.meta.env.MODE === 'long'

/**
 * In `npm test` PostgreSQL gets each statement, not each case: a case whose statements others also
 * send runs there only in the long form, and on SQLite each time.
 */
export function isShortOnPostgres(): boolean {
  return import.meta.env.MODE === 'test' && inject('postgresUrl') !== undefined
}

/**
 * Every nth of many cases of one law; all in a long run. Combined with another list, that list's
 * place is the `turn`: each of both is tried, but not each with each.
 */
export function someOf<Case>(cases: readonly Case[], step: number, turn = 0): readonly Case[] {
  return IS_LONG ? cases : cases.filter((_, place) => (place + turn) % step === 0)
}

const SEED = 20_261_121

/** The seed of made-up attacks: fixed, new in a long run, or ATTACK_SEED. */
export function seedOfRun(): number {
  const given = Number(process.env.ATTACK_SEED)
  if (Number.isSafeInteger(given) && given > 0) return given
  return IS_LONG ? Math.floor(Math.random() * 2 ** 31) : SEED
}
