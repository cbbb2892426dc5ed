import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Hook } from '#contract/hooks.ts'
import { toCents } from '#contract/money/money.ts'
import type { OrderDetail } from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Product } from '#contract/products/products.ts'
import { DAY, HOUR } from '#contract/time/durations.ts'
import { listEvents, listHooks } from '#server/features/hooks/edit-hooks.ts'
import { sendHooks } from '#server/features/hooks/send-hooks.ts'
import { hookSender } from '#server/outside/send-hook.ts'
import { aKeyedBuyer, type CartLine, orderBody } from '#tests/a-buyer.ts'
import { aReceiver, type Heard } from '#tests/a-receiver.ts'
import { type AShop, aProcessBeside, aShop } from '#tests/a-shop.ts'
import { aToken } from '#tests/a-token.ts'
import { ARE_TWO } from '#tests/round-robin.ts'

const FIRST = '2026-11-02T15:00:00.000Z'
const [LAST_DAY, STEP, AWAY, BACK] = [26, 3, 11, 14]

type Noted = { day: string; cents: number; way: 'Card' | 'Cash' }

/** A program outside of the shop: it holds a token and a webhook's secret, and keeps its own books. */
async function aScript() {
  let shop = await aShop({ now: FIRST, env: { PUBLIC_URL: 'https://farm.example' } })
  const { clock } = shop
  const receiver = await aReceiver()
  const taken: Heard[] = []
  const takes = () => {
    receiver.state.answer = (reply) => {
      taken.push(...receiver.heard.slice(-1))
      reply.writeHead(204).end()
    }
  }
  takes()
  // An answer that is late on a busy machine is one all the same.
  const send = hookSender({ ...receiver.network, patience: 60_000 })
  const leadToReceiver = ({ shop: inside }: AShop) => {
    inside.sendHook = ({ url, ...message }) =>
      send({ ...message, url: receiver.url(new URL(url).pathname) })
  }
  leadToReceiver(shop)
  const { token, cookie } = await aToken(shop)
  const types: Hook['types'] = ['order.created', 'order.updated', 'product.updated']
  const made = await shop.inject({
    ...{ method: 'POST', url: '/api/admin/hooks' },
    headers: { cookie, origin: 'https://farm.example' },
    payload: { url: 'https://hooks.example.com/farm', types },
  })
  expect(made.statusCode, made.body).toBe(201)
  const { id, secret }: { id: number; secret: string } = made.json()
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await shop.inject({ method, url, headers, ...(payload && { payload }) })
    expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300)
    return answer
  }
  return {
    ...{ ask, receiver, taken, takes, secret, clock },
    read: async <T>(url: string): Promise<T> => (await ask('GET', url)).json(),
    asBuyer: { inject: (request: Parameters<AShop['inject']>[0]) => shop.inject(request) },
    heardAll: async () => {
      const waiting = async () => (await listHooks(shop.db))[0]?.waiting
      for (let rounds = 0; rounds === 0 || (await waiting()); rounds++) {
        expect(rounds).toBeLessThan(100)
        await sendHooks(shop.shop)
        await shop.settled()
      }
    },
    recorded: async () => (await listEvents(shop.db, id)).length,
    restart: async (whileAway: () => void) => {
      await shop.close()
      whileAway()
      shop = await aProcessBeside(shop)
      leadToReceiver(shop)
    },
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
}

type Script = Awaited<ReturnType<typeof aScript>>

/** By the specification of Standard Webhooks, not by the shop's own code. */
function isSigned(secret: string, { id, timestamp, body, signatures }: Heard): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signatures.includes(`v1,${right}`)
}

const GOODS = [
  { name: 'Eggs', category: 'Farm Eggs', price: 4.35, stock: 0 },
  { name: 'Kale', category: 'Vegetables', price: 2.99, stock: 0 },
  { name: 'Squash', category: 'Vegetables', price: 0.57, stock: 0 },
]

async function workADay(script: Script, day: number, noted: Map<number, Noted>): Promise<void> {
  const { ask, read, asBuyer, clock } = script
  const products = await read<Product[]>('/api/products')
  const [eggs, kale, squash] = GOODS.map((one) => products.find(({ name }) => name === one.name))
  if (!eggs || !kale || !squash) throw new Error('No goods.')
  const date = clock.now.toISOString().slice(0, 10)
  const note = (id: number, total: number, way: Noted['way']) =>
    noted.set(id, { day: date, cents: toCents(total), way })
  for (const product of [eggs, kale]) {
    const lines: CartLine[] = [[product, 1 + (day % 4)]]
    const body = orderBody([...lines, [squash, day % 7 || 1]])
    const answer = await aKeyedBuyer(asBuyer).buy(body)
    expect(answer.statusCode, answer.body).toBe(201)
    note(answer.json().id, body.orderData.total, 'Card')
  }
  if (day % 2 === 0) {
    const phoned = {
      ...{ id: randomUUID(), customerName: 'Bea', marketDayId: null, paidBy: 'Cash' },
      shippingAddress: { address: '1 Elm St', city: 'Hot Springs', zipCode: '57747' },
      items: [{ productId: kale.id, quantity: 3, price: kale.price }],
      total: (toCents(kale.price) * 3 + 500) / 100,
    }
    note((await ask('POST', '/api/desk/orders', phoned)).json().id, phoned.total, 'Cash')
  }
}

const harvest = ({ ask }: Script, productId: number) =>
  ask('POST', `/api/products/${productId}/movements`, {
    ...{ id: randomUUID(), reason: 'harvest', units: 90 },
  })

/** By eleven cents, over what was read. */
async function raisePrice({ ask, read }: Script, [id]: readonly number[]): Promise<void> {
  const { price = 0 } =
    (await read<Product[]>('/api/desk/products')).find((product) => product.id === id) ?? {}
  await ask('PUT', `/api/products/${id}`, { price: (toCents(price) + 11) / 100, base: { price } })
}

async function readEveryOrder({ ask }: Script): Promise<Order[]> {
  const orders: Order[] = []
  for (let next: string | undefined = '/api/orders?limit=7'; next; ) {
    const { headers, json } = await ask('GET', next)
    orders.push(...json())
    next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  return orders
}

test.skipIf(ARE_TWO)(
  'a month is driven by a script through the API alone, and its sums are what was ordered, to the cent',
  { timeout: 120_000 },
  async () => {
    const script = await aScript()
    const { ask, read, receiver, clock } = script
    const ids: number[] = []
    for (const draft of GOODS) ids.push((await ask('POST', '/api/products', draft)).json().id)
    const noted = new Map<number, Noted>()
    for (let day = 2; day <= LAST_DAY; day += STEP) {
      if (day % 2 === 0) for (const productId of ids) await harvest(script, productId)
      else await raisePrice(script, ids)
      await workADay(script, day, noted)
      // The other program is away, and then the shop: what it was not told comes later.
      if (day === AWAY) receiver.answers(503)
      if (day === BACK)
        await script.restart(() => {
          script.pass(HOUR)
          script.takes()
        })
      script.pass(STEP * DAY - (day === BACK ? HOUR : 0))
    }
    const orders = await readEveryOrder(script)
    const handed = { ids: orders.map(({ id }) => id), status: 'delivered' }
    const moved = (await ask('POST', '/api/orders/status', handed)).json()
    expect([moved.changed.length, moved.refused]).toEqual([23, []])
    await script.heardAll()

    expect(receiver.heard.filter((one) => !isSigned(script.secret, one))).toEqual([])
    const takenIds = new Set(
      script.taken.filter(({ type }) => type !== 'test.ping').map((one) => one.id),
    )
    expect(takenIds.size).toBe(await script.recorded())
    const told = (type: string) =>
      new Set(script.taken.filter((one) => one.type === type).map(({ subject }) => subject))
    const all = new Set(noted.keys())
    expect([told('order.created'), told('product.updated')]).toEqual([all, new Set(ids)])
    expect(told('order.updated')).toEqual(all)
    for (const [id, { cents, way }] of noted) {
      const order = await read<OrderDetail>(`/api/orders/${id}`)
      expect(order).toMatchObject({ status: 'delivered', receiptUrl: '' })
      expect(toCents(order.total)).toBe(cents)
      expect(order.paymentMethod).toBe(way === 'Card' ? 'stripe' : 'other')
    }

    clock.now = new Date('2026-12-01T18:00:00.000Z')
    const sum = (of: Iterable<Noted>) => [...of].reduce((all, { cents }) => all + cents, 0)
    const dollars = (cents: number) => (cents / 100).toFixed(2)
    const total = sum(noted.values())
    expect(new Set(orders.map(({ id }) => id))).toEqual(all)
    expect(orders.reduce((cents, order) => cents + toCents(order.total), 0)).toBe(total)
    const figures = await read<{ orders: number; revenue: number; money: Record<string, number> }>(
      '/api/analytics/period?period=last-month',
    )
    expect(figures).toMatchObject({ orders: noted.size, revenue: total / 100 })
    expect(figures.money).toMatchObject({ taken: total / 100, givenBack: 0, total: total / 100 })
    const books = (await ask('GET', '/api/analytics/bookkeeping.csv?period=last-month')).body
    const byDay = Map.groupBy(noted.values(), ({ day, way }) => `${day},${way}`)
    const lines = [...byDay].map(([key, some]) => `${key},${dollars(sum(some))},0.00`)
    const rows = books.split('\r\n').map((line) => line.split(',').slice(0, 4).join(','))
    expect(rows.filter((line) => line.startsWith('2026-')).toSorted()).toEqual(lines.toSorted())
    expect(books).toContain(`Total,,${dollars(total)},0.00,${dollars(total)},`)
  },
)
