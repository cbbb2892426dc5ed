import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import {
  type Answer,
  type Asking,
  aBareBuyer,
  aKeyedBuyer,
  type Body,
  orderBody,
} from '../a-buyer.ts'
import { aPlace, aProduct } from '../a-shop.ts'
import { aFarShop, type FarAnswer } from './a-far-shop.ts'

const BUYERS = 10

/** Ms after which a buyer told to come back later does. */
const MOMENT = 20

export async function aShopToKill(more: Record<string, string> = {}) {
  const where = { DEMO: '0', LIMITS: 'off', ADMIN_PASSWORD: '', ...(await aPlace()), ...more }
  return { where, config: readConfig({ ...where, LOG_LEVEL: 'silent' }) }
}

export type Crowd = Awaited<ReturnType<typeof aCrowd>>

/**
 * Buyers who never stop: our own page, a bank that asks first, bare payloads, and people who walk
 * away from a held card. Each repeats a purchase, like a person at a page, until it has an answer.
 * Plenty of eggs, and a few hens everyone wants.
 */
export async function aCrowd(
  config: Config,
  urlNow: () => string,
  { stocked, headers = {} }: { stocked?: Product[]; headers?: Record<string, string> } = {},
) {
  const products = stocked ?? (await stockShop(config))
  const acknowledged: number[] = []
  const statuses = new Set<number>()
  let brokenLines = 0
  let [isOver, isGone, gate] = [false, false, Promise.withResolvers<void>()]
  const far = counted(aFarShop(urlNow, headers), statuses)
  const purchase = async (steps: (() => Promise<Answer | null>) | undefined) => {
    for (;;) {
      try {
        const answer = await steps?.()
        if (answer?.statusCode === 201) acknowledged.push(answer.json().id)
        if (answer?.statusCode !== 503) return
        await pause(MOMENT)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        brokenLines++
        if (isGone) return
        await gate.promise
        await pause(MOMENT)
      }
    }
  }
  const buyAllDay = async (index: number) => {
    await gate.promise
    for (let turn = index; !isOver; turn++)
      await purchase(waysToBuy(far, basket(products, turn))[turn % 5])
  }
  const buyers = Array.from({ length: BUYERS }, (_, index) => buyAllDay(index))
  return {
    products,
    acknowledged,
    statuses,
    brokenLines: () => brokenLines,
    /** Lets them in; buyers who lost the line wait for this. */
    letIn: () => gate.resolve(),
    /** Resolves when `more` further orders are acknowledged. */
    async buys(more: number, timeout = 30_000): Promise<void> {
      const until = acknowledged.length + more
      const isSo = () => acknowledged.length >= until
      await expect.poll(isSo, { timeout, interval: 2 }).toBe(true)
    },
    /** From now on buyers who lose the line wait. */
    shut(): void {
      gate = Promise.withResolvers()
    },
    /** Ends the day after the shop was killed for good: a buyer with no answer goes without. */
    async giveUp(): Promise<void> {
      isGone = true
      await this.goHome()
    },
    /** Ends the day; resolves when every buyer has the answer to the last purchase. */
    async goHome(): Promise<void> {
      isOver = true
      gate.resolve()
      await Promise.all(buyers)
    },
  }
}

export async function stockShop(config: Config): Promise<Product[]> {
  const { db, close } = await openDatabase(config, new Date())
  const products = [
    await aProduct(db, { name: 'Eggs', price: 500, stock: 10_000 }),
    await aProduct(db, { name: 'Hens', price: 2500, stock: 12 }),
  ]
  await close()
  return products
}

function basket([eggs, hens]: Product[], turn: number): Body {
  if (!eggs || !hens) throw new Error('The shop has eggs and hens.')
  if (turn % 4 !== 0) return orderBody([[eggs, 1 + (turn % 3)]])
  return orderBody([
    [eggs, 1],
    [hens, 1],
  ])
}

type Far = Pick<ReturnType<typeof aFarShop>, 'inject'>

function counted(far: Far, statuses: Set<number>): Far {
  return {
    async inject(asking: Asking): Promise<FarAnswer> {
      const answer = await far.inject(asking)
      statuses.add(answer.statusCode)
      return answer
    },
  }
}

function waysToBuy(far: Far, body: Body): (() => Promise<Answer | null>)[] {
  const [page, asking, bare] = [
    aKeyedBuyer(far),
    aKeyedBuyer(far, 'pm_card_authenticationRequired'),
    aBareBuyer(far),
  ]
  const authenticate = (intent: Answer, outcome: string) => {
    const payload = { client_secret: intent.json().client_secret, outcome }
    return far.inject({ method: 'POST', url: '/api/payments/sandbox/authenticate', payload })
  }
  return [
    () => page.buy(body),
    async () => {
      for (const outcome of ['fail', 'complete']) {
        const intent = await asking.createIntent(body)
        if (intent.statusCode !== 200) return intent
        await asking.confirm(intent)
        await authenticate(intent, outcome)
      }
      return asking.placeOrder(body)
    },
    () => bare.buy(body),
    async () => {
      const intent = await page.createIntent(body)
      if (intent.statusCode === 200) await page.confirm(intent)
      return null
    },
    async () => {
      await bare.createIntent(body)
      return null
    },
  ]
}
