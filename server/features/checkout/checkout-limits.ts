import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/http/errors.ts'

const MINUTE = 60_000

/** How often in which time, in milliseconds. */
const ASKS_OF_VISITOR = { most: 10, within: MINUTE }
const DECLINES_OF_VISITOR = { most: 5, within: 10 * MINUTE }
const DECLINES_OF_ADDRESS = { most: 30, within: 10 * MINUTE }

/** What one address may ask at once, and how many a second come back: a crowd behind it pays within a minute, a script that goes on is refused. */
const ASKS_OF_ADDRESS = { most: 600, perSecond: 4 }

/** Who asks from an address where many cards were declined waits so long for an answer, in milliseconds. */
const SLOWER = 2000

/** A browser by its cookie's hash, and the address it comes from. */
export type Asker = { visitor: string; address: string }

export type CheckoutLimits = {
  /** Counts a call before it is worked at, and slows down an address of many declines. @throws Refusal 'too-often' */
  count(asker: Asker): Promise<void>
  /** Counts a card that was declined. */
  declined(asker: Asker): void
  /** Counts an order of an address before it is looked at. @throws Refusal 'too-often' */
  countOrder(address: string): void
}

/** The limits of a checkout, against trying out stolen cards and against scripts; kept in memory, of this process alone. */
export function checkoutLimits(now: () => Date, wait: (ms: number) => Promise<unknown> = pause): CheckoutLimits {
  const visitorAsks = recentCounter(ASKS_OF_VISITOR.within)
  const takeAsk = allowance(ASKS_OF_ADDRESS)
  const takeOrder = allowance(ASKS_OF_ADDRESS)
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
      takeAsk(address, at)
      visitorAsks.add(visitor, at)
      if (addressDeclines.times(address, at).length >= DECLINES_OF_ADDRESS.most) await wait(SLOWER)
    },
    declined({ visitor, address }) {
      const at = now().getTime()
      visitorDeclines.add(visitor, at)
      addressDeclines.add(address, at)
    },
    countOrder: (address) => takeOrder(address, now().getTime()),
  }
}

/** No limits at all, for measurements and tests (LIMITS=off). */
export const NO_LIMITS: CheckoutLimits = { count: async () => {}, declined: () => {}, countOrder: () => {} }

const TOO_MANY = 'That was a lot of tries. Please wait a minute and try again.'

function refuseMore(times: readonly number[], limit: { most: number; within: number }, at: number): void {
  if (times.length < limit.most) return
  const retryAfter = secondsUntil(times.at(-limit.most), limit.within, at)
  throw new Refusal('too-often', TOO_MANY, { retryAfter })
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
      keepNewest(known, who, [...times(who, at), at])
    },
  }
}

/** Lets everybody ask so often at once, and again as time goes by. @throws Refusal 'too-often' */
function allowance({ most, perSecond }: { most: number; perSecond: number }): (who: string, at: number) => void {
  const known = new Map<string, { left: number; at: number }>()
  return (who, at) => {
    const last = known.get(who) ?? { left: most, at }
    const left = Math.min(most, last.left + (Math.max(0, at - last.at) / 1000) * perSecond)
    if (left < 1) throw new Refusal('too-often', TOO_MANY, { retryAfter: Math.ceil((1 - left) / perSecond) })
    keepNewest(known, who, { left: left - 1, at })
  }
}

function keepNewest<T>(known: Map<string, T>, who: string, what: T): void {
  known.delete(who)
  known.set(who, what)
  const [oldest] = known.keys()
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
}
