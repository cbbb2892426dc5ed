import { Refusal } from '#server/core/refusal.ts'
import { ImageStoreError, isDiskTrouble } from '#server/outside/image-store.ts'
import type { Shop } from '#server/shop.ts'

const NO_ROOM = 'The shop’s disk is full, so the picture cannot be saved. Please free up space and try again.'
const AWAY = 'The shop cannot reach its pictures right now. Please try again in a moment.'

/** Reads or keeps pictures; trouble of their place is told to the log and asks to come back. @throws Refusal 'not-now' */
export async function callStore<T>(report: Shop['report'], what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const [isFull, isAway] = [isDiskTrouble(error), error instanceof ImageStoreError]
    if (!isFull && !isAway) throw error
    report(what, error)
    throw new Refusal('not-now', isFull ? NO_ROOM : AWAY, { retryAfter: isFull ? 60 : 10 })
  }
}
