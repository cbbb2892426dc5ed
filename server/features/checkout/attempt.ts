import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/core/refusal.ts'

/** Someone else moved the checkout meanwhile: what was read of it no longer holds. */
export class Overtaken extends Error {}

/** `wait` in milliseconds; `busy` is what the buyer reads when every try was overtaken. */
type Patience = { max: number; wait: number; busy: string }

/** Takes a step, from its start again each time somebody overtakes it. @throws Refusal 'not-now' */
export async function attempt<T>(
  { max, wait, busy }: Patience,
  step: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < max; tries++) {
    if (tries > 0) await pause(wait)
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw new Refusal('not-now', busy, { retryAfter: 3 })
}
