import { setTimeout as pause } from 'node:timers/promises'
import { keepNewest, recentCounter, recentTries, secondsUntil } from '#server/db/recent-tries.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Shop } from '#server/shop.ts'

const MINUTE = 60_000

const TOO_MANY = 'That was a lot of tries. Please wait a minute and try again.'
const DECLINED = 'Several cards were declined. Please wait a few minutes, or ask your bank.'

/** How often in which time, in milliseconds. */
const ASKS_OF_VISITOR = { most: 10, within: MINUTE, words: TOO_MANY }
const DECLINES_OF_VISITOR = { most: 5, within: 10 * MINUTE, words: DECLINED }
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
  declined(asker: Asker): Promise<void>
  /** Counts an order of an address before it is looked at. @throws Refusal 'too-often' */
  countOrder(address: string): void
}

/**
 * The limits of a checkout, against trying out stolen cards and against scripts, kept in memory. Declined cards are counted by all
 * processes of the shop together, calls by this one alone.
 */
export function checkoutLimits(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  wait: (ms: number) => Promise<unknown> = pause,
): CheckoutLimits {
  const visitorAsks = recentCounter(ASKS_OF_VISITOR.within)
  const takeAsk = allowance(ASKS_OF_ADDRESS)
  const takeOrder = allowance(ASKS_OF_ADDRESS)
  const visitorDeclines = recentTries(db, { of: 'card of a browser', within: DECLINES_OF_VISITOR.within }, now)
  const addressDeclines = recentTries(db, { of: 'card of an address', within: DECLINES_OF_ADDRESS.within }, now)
  return {
    async count({ visitor, address }) {
      const at = now().getTime()
      refuseMore(visitorDeclines.times(visitor, at), DECLINES_OF_VISITOR, at)
      refuseMore(visitorAsks.times(visitor, at), ASKS_OF_VISITOR, at)
      takeAsk(address, at)
      visitorAsks.add(visitor, at)
      if (addressDeclines.times(address, at).length >= DECLINES_OF_ADDRESS.most) await wait(SLOWER)
    },
    async declined({ visitor, address }) {
      await visitorDeclines.add(visitor)
      await addressDeclines.add(address)
    },
    countOrder: (address) => takeOrder(address, now().getTime()),
  }
}

/** No limits at all, for measurements and tests (LIMITS=off). */
export const NO_LIMITS: CheckoutLimits = { count: async () => {}, declined: async () => {}, countOrder: () => {} }

type Limit = { most: number; within: number; words: string }

function refuseMore(times: readonly number[], { most, within, words }: Limit, at: number): void {
  const last = times.at(-most)
  if (last !== undefined) throw new Refusal('too-often', words, { retryAfter: secondsUntil(last + within, at) })
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
