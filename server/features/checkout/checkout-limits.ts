import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#server/core/refusal.ts'
import {
  recentCounter,
  secondsUntil,
  setNewest,
  slidingWindow,
} from '#server/core/sliding-window.ts'
import { type Bucket, type BucketRate, tokenBucket } from '#server/core/token-bucket.ts'
import type { Shop } from '#server/shop.ts'
import { hasBegunPayment } from './payment-record.ts'

const MINUTE = 60_000

const TOO_MANY = 'That was a lot of attempts. Please wait a minute and try again.'
const DECLINED = 'Several cards were declined. Please wait a few minutes, or ask your bank.'

const VISITOR_RATE = { most: 10, within: MINUTE, message: TOO_MANY }
const DECLINES_OF_VISITOR = { most: 5, within: 10 * MINUTE, message: DECLINED }
const DECLINES_OF_ADDRESS = { most: 30, within: 10 * MINUTE }

/** An address past these declines may not begin payments from browsers that never began one here. */
const DECLINES_OF_STRANGERS = [
  { most: 10, within: MINUTE, message: DECLINED },
  { most: 60, within: 60 * MINUTE, message: DECLINED },
]

/** Past this many declined cards in the whole shop, strangers are slowed down. */
const DECLINES_OF_SHOP = { most: 100, within: 10 * MINUTE }

/** Calls at once, and how many a second come back: a crowd pays, a script is refused. */
const ADDRESS_RATE = { burst: 600, perSecond: 4 }

/** The wait after many declined cards or with too many open payments, in milliseconds. */
export const SLOWER = 2000

const MAX_WAITING = 20

export type Client = { visitor: string; address: string }

export type CheckoutLimits = {
  areOn: boolean
  /** Counts a call, and slows down an address of many declines. @throws Refusal 'too-often' */
  count(client: Client): Promise<void>
  declined(client: Client): Promise<void>
  /** Counts an order of an address before it is looked at. @throws Refusal 'too-often' */
  countOrder(address: string): void
}

/**
 * The limits of a checkout, against trying out stolen cards and against scripts, kept in memory.
 * Declined cards are counted by all processes of the shop together, calls by this one alone.
 */
export function checkoutLimits(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  wait: (ms: number) => Promise<unknown> = pause,
): CheckoutLimits {
  const visitorCalls = recentCounter(VISITOR_RATE.within)
  const takeToken = allowance(ADDRESS_RATE)
  const takeOrder = allowance(ADDRESS_RATE)
  const visitorDeclines = slidingWindow(
    db,
    { of: 'card of a browser', within: DECLINES_OF_VISITOR.within },
    now,
  )
  const addressDeclines = slidingWindow(db, { of: 'card of an address', within: 60 * MINUTE }, now)
  const shopDeclines = slidingWindow(
    db,
    { of: 'card of the shop', within: DECLINES_OF_SHOP.within },
    now,
  )
  const queue = oneByOne(() => wait(SLOWER))
  return {
    areOn: true,
    async count({ visitor, address }) {
      const at = now().getTime()
      refuseMore(visitorDeclines.times(visitor, at), DECLINES_OF_VISITOR, at)
      refuseMore(visitorCalls.times(visitor, at), VISITOR_RATE, at)
      takeToken(address, at)
      visitorCalls.add(visitor, at)
      const declines = addressDeclines.times(address, at)
      const isTriedOut = DECLINES_OF_STRANGERS.some((limit) => isReached(declines, limit, at))
      const isSlow = isReached(shopDeclines.times(SHOP, at), DECLINES_OF_SHOP, at)
      const isStranger = (isTriedOut || isSlow) && !(await hasBegunPayment(db, visitor))
      if (isStranger) for (const limit of DECLINES_OF_STRANGERS) refuseMore(declines, limit, at)
      if (isStranger || isReached(declines, DECLINES_OF_ADDRESS, at)) await queue(address)
    },
    async declined({ visitor, address }) {
      await visitorDeclines.add(visitor)
      await addressDeclines.add(address)
      await shopDeclines.add(SHOP)
    },
    countOrder: (address) => takeOrder(address, now().getTime()),
  }
}

export const NO_LIMITS: CheckoutLimits = {
  areOn: false,
  count: async () => {},
  declined: async () => {},
  countOrder: () => {},
}

type Limit = { most: number; within: number; message: string }

function isReached(
  times: readonly number[],
  { most, within }: Omit<Limit, 'message'>,
  at: number,
): boolean {
  return (times.at(-most) ?? 0) > at - within
}

function refuseMore(times: readonly number[], { most, within, message }: Limit, at: number): void {
  const last = times.at(-most)
  if (last !== undefined && last > at - within)
    throw new Refusal('too-often', message, { retryAfter: secondsUntil(last + within, at) })
}

const SHOP = 'the shop'

/** One after the other, so that calls at once gain nothing. @throws Refusal 'too-often' */
function oneByOne(wait: () => Promise<unknown>): (who: string) => Promise<void> {
  const waiting = new Map<string, { count: number; last: Promise<unknown> }>()
  return async (who) => {
    const { count, last } = waiting.get(who) ?? { count: 0, last: Promise.resolve() }
    if (count >= MAX_WAITING)
      throw new Refusal('too-often', TOO_MANY, { retryAfter: (MAX_WAITING * SLOWER) / 1000 })
    const turn = last.then(wait)
    waiting.set(who, { count: count + 1, last: turn })
    await turn
    const left = waiting.get(who)
    if (left && left.count > 1) waiting.set(who, { ...left, count: left.count - 1 })
    else waiting.delete(who)
  }
}

/** Takes one of what an address may ask. @throws Refusal 'too-often' */
function allowance(rate: BucketRate): (who: string, at: number) => void {
  const known = new Map<string, Bucket>()
  return (who, at) => {
    const bucket = known.get(who) ?? tokenBucket(rate, at)
    setNewest(known, who, bucket)
    const wait = bucket.take(at)
    if (wait > 0) throw new Refusal('too-often', TOO_MANY, { retryAfter: Math.ceil(wait) })
  }
}

export async function countingDeclines<T>(
  limits: CheckoutLimits,
  client: Client,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'payment-declined') await limits.declined(client)
    throw error
  }
}
