import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/http/errors.ts'

const MINUTE = 60_000

/** How often in which time, in milliseconds. A crowd behind one address stays far below what one address may. */
const ASKS_OF_VISITOR = { most: 10, within: MINUTE }
const ASKS_OF_ADDRESS = { most: 600, within: MINUTE }
const DECLINES_OF_VISITOR = { most: 5, within: 10 * MINUTE }
const DECLINES_OF_ADDRESS = { most: 30, within: 10 * MINUTE }

/** Who asks from an address where many cards were declined waits so long for an answer, in milliseconds. */
const SLOWER = 2000

/** A browser by its cookie's hash, and the address it comes from. */
export type Asker = { visitor: string; address: string }

export type IntentLimits = {
  /** Counts a call before it is worked at, and slows down an address of many declines. @throws Refusal 'too-often' */
  count(asker: Asker): Promise<void>
  /** Counts a card that was declined. */
  declined(asker: Asker): void
}

/** The limits of starting card payments, against trying out stolen cards; kept in memory, of this process alone. */
export function intentLimits(now: () => Date, wait: (ms: number) => Promise<unknown> = pause): IntentLimits {
  const visitorAsks = recentCounter(ASKS_OF_VISITOR.within)
  const addressAsks = recentCounter(ASKS_OF_ADDRESS.within)
  const visitorDeclines = recentCounter(DECLINES_OF_VISITOR.within)
  const addressDeclines = recentCounter(DECLINES_OF_ADDRESS.within)
  return {
    async count({ visitor, address }) {
      const at = now().getTime()
      const declines = visitorDeclines.times(visitor, at)
      if (declines.length >= DECLINES_OF_VISITOR.most) {
        const wait = secondsUntil(declines.at(-DECLINES_OF_VISITOR.most), DECLINES_OF_VISITOR.within, at)
        const words = 'Several cards were declined. Please wait a few minutes, or ask your bank.'
        throw new Refusal('too-often', words, { retryAfter: wait })
      }
      refuseMore(visitorAsks.times(visitor, at), ASKS_OF_VISITOR, at)
      refuseMore(addressAsks.times(address, at), ASKS_OF_ADDRESS, at)
      visitorAsks.add(visitor, at)
      addressAsks.add(address, at)
      if (addressDeclines.times(address, at).length >= DECLINES_OF_ADDRESS.most) await wait(SLOWER)
    },
    declined({ visitor, address }) {
      const at = now().getTime()
      visitorDeclines.add(visitor, at)
      addressDeclines.add(address, at)
    },
  }
}

/** No limits at all, for measurements and tests (LIMITS=off). */
export const NO_LIMITS: IntentLimits = { count: async () => {}, declined: () => {} }

function refuseMore(times: readonly number[], limit: { most: number; within: number }, at: number): void {
  if (times.length < limit.most) return
  const retryAfter = secondsUntil(times.at(-limit.most), limit.within, at)
  throw new Refusal('too-often', 'That was a lot of tries. Please wait a minute and try again.', { retryAfter })
}

/** The whole seconds until what happened then is long enough ago. */
function secondsUntil(then: number | undefined, within: number, at: number): number {
  return Math.max(1, Math.ceil(((then ?? at) + within - at) / 1000))
}

/** As many askers are remembered at most; the one met longest ago is forgotten first. */
const MOST_KNOWN = 20_000

/** Remembers when something happened to whom, for a time. */
function recentCounter(within: number) {
  const known = new Map<string, number[]>()
  const times = (who: string, at: number) => (known.get(who) ?? []).filter((time) => time > at - within)
  return {
    times,
    add(who: string, at: number): void {
      const recent = [...times(who, at), at]
      known.delete(who)
      known.set(who, recent)
      const [oldest] = known.keys()
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    },
  }
}
