import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { MINUTE } from '#contract/time/durations.ts'
import { openForReading } from '#server/db/open-database.ts'
import { aBareBuyer, aKeyedBuyer, type Body, orderBody } from '../a-buyer.ts'
import { signIn } from '../a-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aShopToKill, stockShop } from './a-crowd.ts'
import { aFarShop, type FarAnswer } from './a-far-shop.ts'
import { aShopProcess } from './a-shop-process.ts'
import { whatWentWrong } from './end-of-day.ts'

const KILLS = IS_LONG ? 40 : 1

const BUYERS = 8
const AT_THE_DESK = 3
const VISITORS = 2

const CARDS = [
  'pm_card_visa',
  'pm_card_amex',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
  'pm_card_visa',
] as const
const STATUSES = ['pending', 'shipped', 'delivered', 'cancelled', 'cancelled'] as const
const LOOKS = [
  '/',
  '/checkout',
  '/api/products',
  '/api/settings',
  '/api/pickup',
  '/nowhere',
] as const
const DESK_LOOKS = [
  '/api/orders?limit=50',
  '/api/analytics/period',
  '/api/books',
  '/api/admin/notices',
] as const

const upTo = (most: number) => Math.floor(Math.random() * most)
const oneOf = <T>(some: readonly [T, ...T[]]): T => some[upTo(some.length)] ?? some[0]

test(`${KILLS} kills in a random history of buyers, desk and visitors break no law of the books`, {
  timeout: 20 * MINUTE,
}, async () => {
  const { config } = await aShopToKill()
  const products = await stockShop(config)
  const history = aHistory(products)
  let ahead = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const shop = await aShopProcess(config, ahead)
    onTestFinished(() => shop.kill())
    history.open(shop.url)
    await pause(300 + Math.random() * 1500)
    if (Math.random() < 0.5) {
      ahead += oneOf([1, 2, 11, 16]) * MINUTE
      await Promise.race([shop.round(ahead), pause(Math.random() * 200)])
    }
    history.shut()
    await shop.kill()
  }
  const last = await aShopProcess(config, ahead)
  onTestFinished(() => last.kill())
  history.open(last.url)
  await history.end()
  for (const minutes of [2, 20, 23, 26, 29]) await last.round(ahead + minutes * MINUTE)
  await last.settle()
  await last.kill()

  const { db, engine, close } = await openForReading(config)
  onTestFinished(close)
  const captured = db.selectFrom('payments').select('order_id').where('state', '=', 'captured')
  const paid = new Set((await captured.execute()).map((payment) => payment.order_id))
  const { acknowledged, calls, statuses } = history
  const wrong = await whatWentWrong(db, null)
  console.log(
    `${engine}: ${KILLS} kills, ${calls.count} calls, ${acknowledged.length} orders acknowledged, ${paid.size} found, ${wrong.length} laws broken`,
  )
  expect(wrong).toEqual([])
  expect(acknowledged.filter((id) => !paid.has(id))).toEqual([])
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  const stock = await db.selectFrom('products').select('stock').execute()
  expect(stock.filter((product) => product.stock < 0)).toEqual([])
})

/**
 * Everyone at once, each doing one random thing after another; whoever loses the line waits until
 * the shop reopens.
 */
function aHistory(products: Product[]) {
  let [url, isOver, gate] = ['', false, Promise.withResolvers<void>()]
  const far = aFarShop(() => url)
  const [acknowledged, statuses, calls] = [new Set<number>(), new Set<number>(), { count: 0 }]
  const inject: typeof far.inject = async (asking) => {
    const answer = await far.inject(asking)
    calls.count++
    statuses.add(answer.statusCode)
    return answer
  }
  const shop = { inject }
  const allDay = async (work: () => Promise<void>) => {
    while (!isOver) {
      await gate.promise
      try {
        await work()
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await pause(10)
      }
    }
  }
  const place = (answer: FarAnswer) => {
    if (answer.statusCode === 201) acknowledged.add(answer.json().id)
  }
  const people = [
    ...Array.from({ length: BUYERS }, () => allDay(() => buy(shop, products, place))),
    ...Array.from({ length: AT_THE_DESK }, () => {
      const desk = { cookie: '' }
      return allDay(() => workAtDesk(shop, desk, { products, orders: acknowledged.size }))
    }),
    ...Array.from({ length: VISITORS }, () => allDay(() => look(shop))),
  ]
  return {
    get acknowledged() {
      return [...acknowledged]
    },
    statuses,
    calls,
    open(at: string): void {
      url = at
      gate.resolve()
    },
    shut(): void {
      gate = Promise.withResolvers()
    },
    async end(): Promise<void> {
      await pause(500)
      isOver = true
      await Promise.all(people)
    },
  }
}

type Far = {
  inject: (asking: Parameters<ReturnType<typeof aFarShop>['inject']>[0]) => Promise<FarAnswer>
}

async function listed({ inject }: Far, products: Product[]): Promise<Product[]> {
  const ids = new Set(products.map(({ id }) => id))
  const all: Product[] = (await inject({ url: '/api/products' })).json()
  return all.filter(({ id }) => ids.has(id))
}

async function buy(
  shop: Far,
  products: Product[],
  place: (answer: FarAnswer) => void,
): Promise<void> {
  const lines = (await listed(shop, products)).map((product): [Product, number] => [
    product,
    upTo(3),
  ])
  const wanted = lines.filter(([, quantity]) => quantity > 0)
  if (wanted.length === 0) return
  const body = orderBody(wanted)
  const card = oneOf(CARDS)
  if (upTo(4) === 0) return place(await aBareBuyer(shop, card).buy(body))
  const buyer = aKeyedBuyer(shop, card)
  const intent = await buyer.createIntent(body)
  if (intent.statusCode !== 200) return
  await buyer.confirm(intent)
  if (card === 'pm_card_authenticationRequired') await authenticate(shop, intent)
  await oneOf<() => Promise<void>>([
    async () => {},
    async () => place(await buyer.placeOrder(body)),
    async () =>
      void (await Promise.all([placeTwice(buyer, body, place), buyer.createIntent(body)])),
  ])()
}

async function placeTwice(
  buyer: ReturnType<typeof aKeyedBuyer<FarAnswer>>,
  body: Body,
  place: (answer: FarAnswer) => void,
): Promise<void> {
  for (const answer of await Promise.all([buyer.placeOrder(body), buyer.placeOrder(body)]))
    place(answer)
}

async function authenticate({ inject }: Far, intent: FarAnswer): Promise<void> {
  const { client_secret } = intent.json()
  const payload = { client_secret, outcome: oneOf(['complete', 'complete', 'fail']) }
  await inject({ method: 'POST', url: '/api/payments/sandbox/authenticate', payload })
}

async function workAtDesk(
  shop: Far,
  desk: { cookie: string },
  { products, orders }: { products: Product[]; orders: number },
): Promise<void> {
  if (desk.cookie === '') desk.cookie = await signIn(shop)
  const { cookie } = desk
  const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    shop.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) })
  const id = 1 + upTo(orders + 2)
  const product = products[upTo(products.length)]
  const deeds: readonly [() => Promise<unknown>, ...(() => Promise<unknown>)[]] = [
    () => ask('PUT', `/api/orders/${id}/status`, { status: oneOf(STATUSES) }),
    () => ask('POST', '/api/orders/status', { ids: [id, id + 1], status: oneOf(STATUSES) }),
    () =>
      ask('POST', `/api/orders/${id}/refunds`, {
        id: crypto.randomUUID(),
        amount: (1 + upTo(900)) / 100,
        reason: 'Late',
        restock: upTo(2) === 0,
      }),
    () => ask('PUT', `/api/products/${product?.id}`, { price: (300 + upTo(5) * 50) / 100 }),
    () => ask('PUT', `/api/products/${product?.id}`, { stock: 20 + upTo(200) }),
    () => ask('DELETE', `/api/orders/${id}/person`),
    () => ask('GET', oneOf(DESK_LOOKS)),
  ]
  await oneOf(deeds)()
  await pause(20)
}

async function look({ inject }: Far): Promise<void> {
  await inject({ url: oneOf(LOOKS) })
  if (upTo(10) === 0)
    await inject({
      method: 'POST',
      url: '/api/newsletter/subscribe',
      payload: { email: `reader${upTo(1000)}@example.com` },
    })
  await pause(10)
}
