import { inject } from 'vitest'

/**
 * The long forms of tests (`npm run test:long`, and parts of it by
 * themselves) try more; `npm test` tries the same little each time.
 */
export const IS_LONG = import.meta.env.MODE === 'long'

/**
 * In `npm test` PostgreSQL is asked each statement, not each case: a case whose statements others
 * send as well is left there to the long form, and runs on SQLite each time.
 */
export function isShortOnPostgres(): boolean {
  return import.meta.env.MODE === 'test' && inject('postgresUrl') !== undefined
}

/**
 * Every so-manyth of many cases of one law; all of them in a long run. Where they meet the cases of another list, its
 * place is the `turn`: then each of both is tried, but not each with each.
 */
export function someOf<Case>(cases: readonly Case[], step: number, turn = 0): readonly Case[] {
  return IS_LONG ? cases : cases.filter((_, place) => (place + turn) % step === 0)
}

const SEED = 20_261_121

/**
 * What made-up attacks are made of: the same for everybody,
 * another one in a long run, or the one that ATTACK_SEED names.
 */
export function seedOfRun(): number {
  const given = Number(process.env.ATTACK_SEED)
  if (Number.isSafeInteger(given) && given > 0) return given
  return IS_LONG ? Math.floor(Math.random() * 2 ** 31) : SEED
}
