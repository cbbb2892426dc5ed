import { HOUR, MINUTE } from '#contract/time/durations.ts'
import { claimTurn, fairQueue } from '#server/core/fair-queue.ts'
import { networkCounts } from '#server/core/networks.ts'
import { Refusal } from '#server/core/refusal.ts'
import { isReached, recentCounter, refuseMore, slidingWindow } from '#server/core/sliding-window.ts'
import { allowance } from '#server/core/token-bucket.ts'
import type { DbAndClock } from '#server/shop.ts'
import {
  countOpenPayments,
  hasBegunPayment,
  hasBought,
  listOpenAddresses,
} from './payment-record.ts'

const TOO_MANY = 'That was a lot of attempts. Please wait a minute and try again.'
const DECLINED = 'Several cards were declined. Please wait a few minutes, or ask your bank.'

const VISITOR_RATE = { most: 10, within: MINUTE, message: TOO_MANY }
const DECLINES_OF_VISITOR = { most: 5, within: 10 * MINUTE, message: DECLINED }
const DECLINES_OF_ADDRESS = { most: 30, within: 10 * MINUTE }

const DECLINES_OF_STRANGERS = [
  { most: 10, within: MINUTE, message: DECLINED },
  { most: 60, within: HOUR, message: DECLINED },
]

const DECLINES_OF_SHOP = { most: 100, within: 10 * MINUTE }

/** Burst size, and calls regained per second: enough for a paying crowd, too few for a script. */
const ADDRESS_RATE = { burst: 600, perSecond: 4 }

/**
 * With this many payments open, strangers take turns, one every so many milliseconds. A payment may take 15
 * minutes, so at most 5,000 are ever open.
 */
const CROWDED = 500
const BETWEEN_TURNS = 200

/** About a minute's turns. */
const PLACES = 290

export type Client = { visitor: string; address: string; left?: AbortSignal }

export type CheckoutLimits = {
  areOn: boolean
  /** Counts a call, which waits for a turn after many declines. @throws Refusal 'too-often' */
  count(client: Client): Promise<void>
  /** Waits for a turn to begin a payment while too many are open. @throws Refusal 'too-often' */
  waitWhileCrowded(client: Client): Promise<void>
  declined(client: Client): Promise<void>
  /** Counts an address's order before anything else is checked. @throws Refusal 'too-often' */
  countOrder(address: string): void
  stop(): void
}

/** Against stolen cards and scripts. Declines and turns are shared, calls counted per process. */
export function checkoutLimits(
  { db, now }: DbAndClock,
  pause?: (ms: number) => Promise<void>,
): CheckoutLimits {
  const visitorCalls = recentCounter(VISITOR_RATE.within)
  const takeToken = allowance(ADDRESS_RATE, TOO_MANY)
  const takeOrder = allowance(ADDRESS_RATE, TOO_MANY)
  const declines = (of: string, within: number) => slidingWindow(db, { of, within }, now)
  const visitorDeclines = declines('card of a browser', DECLINES_OF_VISITOR.within)
  const addressDeclines = declines('card of an address', HOUR)
  const shopDeclines = declines('card of the shop', DECLINES_OF_SHOP.within)
  const turns = fairQueue({
    hadBefore: async () => networkCounts(await listOpenAddresses(db)),
    claimTurn: () => claimTurn(db, { key: 'payment_turn', every: BETWEEN_TURNS }, now()),
    now,
    places: PLACES,
    message: TOO_MANY,
    ...(pause && { pause }),
  })
  const waitForTurn = ({ address, left }: Client) => turns.take(address, async () => {}, left)
  return {
    areOn: true,
    async count(client) {
      const { visitor, address } = client
      const at = now().getTime()
      refuseMore(visitorDeclines.times(visitor, at), DECLINES_OF_VISITOR, at)
      refuseMore(visitorCalls.times(visitor, at), VISITOR_RATE, at)
      takeToken(address, at)
      visitorCalls.add(visitor, at)
      const ofAddress = addressDeclines.times(address, at)
      const isTriedOut = DECLINES_OF_STRANGERS.some((limit) => isReached(ofAddress, limit, at))
      const isSlow = isReached(shopDeclines.times(SHOP, at), DECLINES_OF_SHOP, at)
      const isStranger = (isTriedOut || isSlow) && !(await hasBegunPayment(db, visitor))
      if (isStranger) for (const limit of DECLINES_OF_STRANGERS) refuseMore(ofAddress, limit, at)
      if (isStranger || isReached(ofAddress, DECLINES_OF_ADDRESS, at)) await waitForTurn(client)
    },
    async waitWhileCrowded(client) {
      if ((await countOpenPayments(db)) < CROWDED || (await hasBought(db, client.visitor))) return
      await waitForTurn(client)
    },
    async declined({ visitor, address }) {
      await visitorDeclines.add(visitor)
      await addressDeclines.add(address)
      await shopDeclines.add(SHOP)
    },
    countOrder: (address) => takeOrder(address, now().getTime()),
    stop: turns.stop,
  }
}

export const NO_LIMITS: CheckoutLimits = {
  areOn: false,
  count: async () => {},
  waitWhileCrowded: async () => {},
  declined: async () => {},
  countOrder: () => {},
  stop: () => {},
}

const SHOP = 'the shop'

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
