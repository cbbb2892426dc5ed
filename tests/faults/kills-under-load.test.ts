import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/products.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase, openForReading } from '#server/db/open-database.ts'
import { type Answer, aBareBuyer, aKeyedBuyer, type Body, orderBody } from '../a-buyer.ts'
import { aPlace, aProduct } from '../a-shop.ts'
import { aRunningShop, type RunningShop } from '../e2e/a-running-shop.ts'
import { aFarShop } from './a-far-shop.ts'
import { aShopProcess } from './a-shop-process.ts'
import { whatWentWrong } from './end-of-day.ts'

/** `npm run test:faults` kills more often. */
const KILLS = import.meta.env.MODE === 'long' ? 20 : 3
const BUYERS = 10
const MINUTE = 60_000

/** The most orders that are acknowledged before the next kill. */
const MOST_ORDERS = 15

type Purchase = { ids: Set<number> }
type Crowd = {
  far: ReturnType<typeof aFarShop>
  products: Product[]
  purchases: Purchase[]
  acknowledged: number
  /** Resolves when the shop is open. */
  open: PromiseWithResolvers<void>
  isOver: boolean
}

test(`${KILLS} kills under load lose no order and take no money without one`, { timeout: 20 * MINUTE }, async () => {
  const where = { DEMO: '0', LIMITS: 'off', ADMIN_PASSWORD: '', ...(await aPlace()) }
  const config = readConfig({ ...where, LOG_LEVEL: 'silent' })
  const products = await stock(config)
  let shop: RunningShop | null = null
  const far = aFarShop(() => shop?.url ?? '')
  const crowd: Crowd = { far, products, purchases: [], acknowledged: 0, open: Promise.withResolvers(), isOver: false }
  const buyers = Array.from({ length: BUYERS }, (_, index) => buyAllDay(crowd, index))
  for (let kill = 1; kill <= KILLS; kill++) {
    shop = await aRunningShop(where)
    const until = crowd.acknowledged + 1 + Math.floor(Math.random() * MOST_ORDERS)
    crowd.open.resolve()
    await expect.poll(() => crowd.acknowledged >= until, { timeout: 30_000, interval: 2 }).toBe(true)
    await pause(Math.random() * 20)
    crowd.open = Promise.withResolvers()
    await shop.stop('SIGKILL')
  }
  shop = await aRunningShop(where)
  crowd.isOver = true
  crowd.open.resolve()
  await Promise.all(buyers)
  await shop.stop('SIGKILL')
  await lateJobs(config)
  await judge(crowd, config)
})

/** Plenty of eggs, and a few hens that all are after. */
async function stock(config: Parameters<typeof openDatabase>[0]): Promise<Product[]> {
  const { db, close } = await openDatabase(config, new Date())
  const products = [
    await aProduct(db, { name: 'Eggs', price: 500, stock: 10_000 }),
    await aProduct(db, { name: 'Hens', price: 2500, stock: 12 }),
  ]
  await close()
  return products
}

async function buyAllDay(crowd: Crowd, index: number): Promise<void> {
  await crowd.open.promise
  for (let turn = index; !crowd.isOver; turn++) {
    const [eggs, hens] = crowd.products
    if (!eggs || !hens) throw new Error('The shop has eggs and hens.')
    const body = orderBody(
      turn % 4 === 0
        ? [
            [eggs, 1],
            [hens, 1],
          ]
        : [[eggs, 1 + (turn % 3)]],
    )
    await purchase(crowd, turn, body)
  }
}

/** One purchase, repeated like a person at a page until it has an answer; some walk away from a card that is held. */
async function purchase(crowd: Crowd, turn: number, body: Body): Promise<void> {
  const made: Purchase = { ids: new Set() }
  crowd.purchases.push(made)
  const steps = waysToBuy(crowd, body)[turn % 5]
  for (;;) {
    try {
      const answer = await steps?.()
      if (answer?.statusCode === 503) continue
      if (answer?.statusCode !== 201) return
      crowd.acknowledged++
      made.ids.add(answer.json().id)
      return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      await crowd.open.promise
    }
  }
}

/** Our own page; the same with a card whose bank is refused first; bare payloads; and both kinds walking away. */
function waysToBuy({ far }: Crowd, body: Body): (() => Promise<Answer | null>)[] {
  const [page, asking, bare] = [aKeyedBuyer(far), aKeyedBuyer(far, 'pm_card_authenticationRequired'), aBareBuyer(far)]
  const authenticate = (intent: Answer, outcome: string) => {
    const payload = { client_secret: intent.json().client_secret, outcome }
    return far.inject({ method: 'POST', url: '/api/payments/sandbox/authenticate', payload })
  }
  return [
    () => page.buy(body),
    async () => {
      for (const outcome of ['fail', 'complete']) {
        const intent = await asking.createIntent(body)
        await asking.confirm(intent)
        await authenticate(intent, outcome)
      }
      return asking.placeOrder(body)
    },
    () => bare.buy(body),
    async () => {
      await page.confirm(await page.createIntent(body))
      return null
    },
    async () => {
      await bare.createIntent(body)
      return null
    },
  ]
}

/** The jobs find what was left, once it is old enough. */
async function lateJobs(config: Parameters<typeof aShopProcess>[0]): Promise<void> {
  const late = await aShopProcess(config, 2 * MINUTE)
  onTestFinished(() => late.kill())
  for (const minutes of [20, 23, 26]) await late.round(minutes * MINUTE)
  await late.kill()
}

async function judge(crowd: Crowd, config: Parameters<typeof openForReading>[0]): Promise<void> {
  const { db, engine, close } = await openForReading(config)
  onTestFinished(close)
  const orders = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll()
    .execute()
  const found = new Map(orders.map((order) => [order.order_id, order]))
  const acknowledged = crowd.purchases.flatMap(({ ids }) => [...ids])
  const lost = acknowledged.filter((id) => found.get(id)?.state !== 'captured')
  const sold = await db.selectFrom('order_items').select(['product_id', 'quantity']).execute()
  const left = await db.selectFrom('products').select(['id', 'stock']).orderBy('id').execute()
  const unsold = left.map(({ id, stock }) => stock + sum(sold.filter((item) => item.product_id === id)))
  console.log(
    `${engine}: ${KILLS} kills, ${acknowledged.length} orders acknowledged, ${lost.length} of them lost, ${orders.length} orders found`,
  )
  expect(lost).toEqual([])
  expect(new Set(acknowledged).size).toBe(acknowledged.length)
  expect(unsold).toEqual(crowd.products.map((product) => product.stock))
  expect(orders.filter(({ status }) => status !== 'pending')).toEqual([])
  expect(await whatWentWrong(db, null)).toEqual([])
}

function sum(items: { quantity: number }[]): number {
  return items.reduce((total, { quantity }) => total + quantity, 0)
}
