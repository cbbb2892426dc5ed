import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Body, orderBody } from '../a-buyer.ts'
import { headerOf } from '../a-mail-server.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aDay, type Day } from './a-day.ts'
import { aFarm, type Farm } from './a-farm.ts'
import { ASKS, agree } from './buyers-ways.ts'

/** SQLite allows one process per folder. */
const MOST = IS_LONG ? 3 : 2
const PROCESSES = inject('postgresUrl') ? MOST : 1
const BUYERS = IS_LONG ? 24 : 8

type Buying = (its: Day, basket: (quantity: number) => Body) => Promise<number | null>

/** Retries when a killed process breaks the line, as a browser's user does. */
async function persistently<T>(its: Day, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 100 || !(error instanceof TypeError)) throw error
      await pause(20)
      await its.until(async () => its.running().length > 0)
    }
  }
}

const WAYS: Buying[] = [
  // Both buttons twice.
  (its, basket) => {
    const ada = its.buyer()
    return persistently(its, async () => {
      const [intent] = await Promise.all([ada.createIntent(basket(1)), ada.createIntent(basket(1))])
      if (intent.statusCode === 200) await ada.confirm(intent)
      const [one, other] = await Promise.all([ada.placeOrder(basket(1)), ada.placeOrder(basket(1))])
      return one.json().id ?? other.json().id ?? null
    })
  },
  // The bank agrees, then the page is closed.
  (its, basket) => {
    const ada = its.buyer(ASKS)
    return persistently(its, async () => {
      await agree(ada, basket(1))
      return null
    })
  },
  // The specification's bare payloads.
  (its, basket) => {
    const ada = its.bareBuyer()
    return persistently(its, async () => (await ada.buy(basket(1))).json().id ?? null)
  },
  // A decline, then another card, and a cart changed too late.
  (its, basket) => {
    const poor = its.buyer('pm_card_chargeDeclined')
    const rich = its.buyer(ASKS, poor.checkout_key)
    return persistently(its, async () => {
      await poor.hold(basket(1))
      await agree(rich, basket(1))
      const placed = await rich.placeOrder(basket(1))
      await rich.placeOrder(basket(2))
      return placed.json().id ?? null
    })
  },
]

/** With one process, on SQLite, this is a day like those of `random-histories.sqlite.test.ts`. */
const isForLongRuns = PROCESSES === 1 && !IS_LONG

test.skipIf(isForLongRuns)(
  '28 several processes on PostgreSQL doing all of it at once',
  { timeout: 180_000 },
  async () => {
    const farm = await aFarm(onTestFinished)
    for (let count = 0; count < PROCESSES; count++) await farm.open(0)
    const its = await aDay(farm)
    const state = { isOver: false }
    const buyers = Array.from({ length: BUYERS / WAYS.length }, (_, turn) =>
      WAYS.map((buys, way) => {
        const customerEmail = `buyer${turn}.${way}@example.com`
        return buys(its, (quantity) => orderBody([[its.eggs, quantity]], { customerEmail }))
      }),
    ).flat()
    const others = [
      sendAllDay(its, state),
      workAllDay(its, state),
      cancelSome(its, state),
      loseOne(farm, its, state),
    ]
    const allOthers = Promise.allSettled(others)
    const answers = await Promise.all(buyers).finally(() => {
      state.isOver = true
      return allOthers
    })
    await Promise.all(others)
    const placed = answers.filter((id) => id !== null)
    await its.run('back')
    await its.end()
    excuseTheCut(its)
    expect(await its.whatWentWrong()).toEqual([])
    const orders = await its.db
      .selectFrom('orders')
      .select(['id', 'status', 'stock_taken'])
      .execute()
    expect(orders.map(({ id }) => id)).toEqual(expect.arrayContaining(placed))
    const { stock } = await its.standing()
    expect(stock).toBe(its.eggs.stock - orders.filter((order) => order.stock_taken).length)
    console.log(
      `28: ${PROCESSES} processes, ${BUYERS} buyers, ${orders.length} orders, ${stock} eggs left`,
    )
  },
)

type State = { isOver: boolean }

async function sendAllDay(its: Day, state: State): Promise<void> {
  while (!state.isOver) {
    await its.run('back').catch(() => undefined)
    await its.run().catch(() => undefined)
    await pause(5)
  }
}

async function workAllDay(its: Day, state: State): Promise<void> {
  while (!state.isOver) {
    await its.round(1.1).catch(() => undefined)
    await pause(50)
  }
}

async function cancelSome(its: Day, state: State): Promise<void> {
  while (!state.isOver) {
    for (const { id } of await its.db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'pending')
      .execute())
      if (id % 3 === 0) await its.setStatus(id, 'cancelled').catch(() => undefined)
    await pause(5)
  }
}

async function loseOne(farm: Farm, its: Day, state: State): Promise<void> {
  await its.until(async () => state.isOver || (await its.standing()).orders.length >= 3)
  await farm.running().at(0)?.kill()
  await farm.open(0)
}

/** The killed process may have sent one mail it couldn't mark. */
function excuseTheCut({ mail, post }: Day): void {
  const ids = mail.arrived.map((one) => headerOf(one, 'message-id') ?? '')
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  expect(twice.length).toBeLessThanOrEqual(1)
  post.cutOff.push(...twice.map((id) => id.slice(1, id.indexOf('@'))))
}
