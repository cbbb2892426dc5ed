import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG, isShortOnPostgres } from '../length-of-run.ts'
import { orderOf } from './a-case.ts'
import { aDay } from './a-day.ts'
import type { Moment } from './a-door.ts'
import { aFarm } from './a-farm.ts'

const perl = await findOrWarn('perl')

const MOMENTS: Moment[] = ['before create', 'after create', 'before capture', 'after capture']

/** How long Stripe takes, in ms: less than a stop waits. */
const SLOW = 3000

/** A buyer held up at each of these moments of Stripe's work, and the shop about to be replaced. */
async function fourBuyers() {
  const farm = await aFarm(onTestFinished)
  const its = await aDay(farm)
  await farm.kill()
  const shop = await farm.openKept()
  const body = its.basket(2)
  const beginOne = async (moment: Moment) => {
    const buyer = its.buyer()
    const { work, goOn, cut } = await its.stopAt(moment, () => buyer.buy(body))
    return { moment, buyer, work, goOn, cut }
  }
  const begun: Awaited<ReturnType<typeof beginOne>>[] = []
  for (const moment of MOMENTS) begun.push(await beginOne(moment))
  return {
    ...{ its, shop, body, begun },
    /** Stops the shop; the jobs of another one finish what is left. */
    async standing() {
      await shop.kill()
      await its.end()
      expect(await its.whatWentWrong()).toEqual([])
      return its.standing()
    },
  }
}

test.skipIf(!perl || isShortOnPostgres())(
  'a slow answer of Stripe is waited for by the process that leaves: each buyer has one order, and no call fails',
  { timeout: 120_000 },
  async () => {
    const { its, shop, begun, standing } = await fourBuyers()
    const next = shop.restart()
    await pause(SLOW)
    const meanwhile = its.far.inject({ url: '/healthz' })
    for (const { goOn } of begun) goOn()
    for (const { work } of begun) orderOf(await work)
    expect((await meanwhile).statusCode).toBe(200)
    await next
    expect(await standing()).toEqual({
      orders: MOMENTS.map(() => 'pending'),
      payments: MOMENTS.map(() => 'captured'),
      holds: MOMENTS.map(() => 'succeeded'),
      refunds: [],
      mails: MOMENTS.map(() => 'order_confirmed'),
      stock: 2,
    })
  },
)

test.skipIf(!perl || !IS_LONG)(
  'an answer of Stripe that never comes holds up no update, and each buyer is told: who asks again has one order, who left has one or his money',
  { timeout: 120_000 },
  async () => {
    const { shop, body, begun, standing } = await fourBuyers()
    await shop.restart()
    for (const { cut } of begun) cut()
    const told = await Promise.all(begun.map(({ work }) => work))
    expect(told.map(({ statusCode }) => statusCode)).toEqual([503, 503, 201, 201])
    const [ada, dan] = [begun.at(0), begun.at(-1)]
    for (const again of [ada?.buyer.buy(body), dan?.buyer.placeOrder(body)])
      if (again) orderOf(await again)
    expect(await standing()).toEqual({
      orders: ['pending', 'pending', 'pending'],
      payments: ['canceled', 'canceled', 'captured', 'captured', 'captured'],
      holds: ['canceled', 'canceled', 'succeeded', 'succeeded', 'succeeded'],
      refunds: [],
      mails: ['order_confirmed', 'order_confirmed', 'order_confirmed'],
      stock: 4,
    })
  },
)
