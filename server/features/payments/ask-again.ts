import { ProviderFailure } from '#server/outside/payment-provider.ts'

/** How many keys one call may use up. */
const MOST_KEYS = 3

/**
 * Asks a provider under the keys `<name>:0`, `<name>:1`, …: the next one only after a failure that it keeps, when a look shows that
 * nothing happened (`look` answers null). Any other error is thrown on.
 */
export async function askAgain<T>(
  name: string,
  ask: (key: string) => Promise<T>,
  look: () => Promise<T | null>,
): Promise<T> {
  for (let number = 0; ; number++) {
    try {
      return await ask(`${name}:${number}`)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      const happened = await look()
      if (happened) return happened
      if (number + 1 === MOST_KEYS) throw error
    }
  }
}
