import { ProviderFailure, ProviderRefusal } from '#server/outside/payment-provider.ts'

/** How many keys one call may use up. */
const MOST_KEYS = 3

/**
 * Asks a provider under the keys `<name>:0`, `<name>:1`, …: the next one only after a failure that it keeps, when a look shows that
 * nothing happened (`look` answers null). Any other error is thrown on.
 */
export function askAgain<T>(name: string, ask: Ask<T>, look: Look<T>): Promise<T> {
  return askUnder(keysOf(name), ask, { look, isKept: (error) => error instanceof ProviderFailure })
}

/**
 * The same for a call that moves a hold, which cannot be done twice under whatever key: where the provider refused it and the hold
 * still stands, it is asked under the next key too, and each hour under another, as a refusal is kept for a day.
 */
export function askForHold<T>({ name, at }: { name: string; at: Date }, ask: Ask<T>, look: Look<T>): Promise<T> {
  const isKept = (error: unknown) =>
    error instanceof ProviderFailure || (error instanceof ProviderRefusal && error.kind === 'state')
  return askUnder([...keysOf(name), hourlyKey(name, at)], ask, { look, isKept })
}

/** A key for a call that does no harm twice, so that no refusal is kept for longer than an hour. */
export function hourlyKey(name: string, at: Date): string {
  return `${name}:${at.toISOString().slice(0, 13)}`
}

type Ask<T> = (key: string) => Promise<T>
type Look<T> = () => Promise<T | null>

function keysOf(name: string): string[] {
  return Array.from({ length: MOST_KEYS }, (_, number) => `${name}:${number}`)
}

async function askUnder<T>(
  keys: readonly string[],
  ask: Ask<T>,
  { look, isKept }: { look: Look<T>; isKept: (error: unknown) => boolean },
): Promise<T> {
  let last: unknown
  for (const key of keys) {
    try {
      return await ask(key)
    } catch (error) {
      if (!isKept(error)) throw error
      const happened = await look()
      if (happened) return happened
      last = error
    }
  }
  throw last
}
