import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders/order-status.ts'
import { aKeyedBuyer } from '#tests/a-buyer.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'
import type { AtEnd } from '#tests/at-end.ts'
import { IS_LONG, someOf } from '#tests/length-of-run.ts'
import { stockOf } from '#tests/shop-rows.ts'
import { checkBooks } from '../books/check-books.ts'

const STOCK = 10
const BOUGHT = 3

/** A status (`lost`: canceled, goods missing), or units returned, some of them missing. */
type Step = OrderStatus | 'lost' | { amount: number; restock: number; missing: number }

/**
 * What must be on the shelf by the rule alone: goods come back while still on the farm, or when
 * someone returns them.
 */
function shelfAfter(steps: readonly Step[]): number {
  let [status, shelf, standing, isOut, hasLeft]: [OrderStatus, number, number, boolean, boolean] = [
    'pending',
    STOCK - BOUGHT,
    BOUGHT,
    true,
    false,
  ]
  for (const step of steps) {
    if (typeof step !== 'string') {
      if (!isOut || step.restock + step.missing > standing) continue
      standing -= step.restock + step.missing
      shelf += step.restock
      continue
    }
    const next = step === 'lost' ? 'cancelled' : step
    if (next === 'cancelled' && status !== 'cancelled' && !hasLeft) {
      if (step === 'cancelled') shelf += standing
      isOut = false
    }
    if (next !== 'cancelled' && !isOut) {
      shelf -= standing
      isOut = true
    }
    hasLeft ||= next === 'shipped' || next === 'delivered'
    status = next
  }
  return shelf
}

async function anOrder(atEnd?: AtEnd) {
  const its = await aTroubledShop(atEnd && { atEnd })
  const take = async (orderId: number, step: Step) => {
    if (typeof step === 'string')
      return its.desk(
        'PUT',
        `/api/orders/${orderId}/status`,
        step === 'lost' ? { status: 'cancelled', goods: 'missing' } : { status: step },
      )
    const line = (quantity: number) => (quantity > 0 ? [{ productId: its.eggs.id, quantity }] : [])
    const goods = { restock: line(step.restock), missing: line(step.missing) }
    return its.desk('POST', `/api/orders/${orderId}/refunds`, {
      amount: step.amount,
      reason: 'Frost',
      ...goods,
    })
  }
  const stock = async () => {
    await its.shop.settled()
    return stockOf(its.shop)
  }
  return { ...its, take, stock }
}

test('goods that left the farm never come back by a detour over other statuses', async () => {
  for (const left of ['shipped', 'delivered'] as const) {
    const its = await anOrder()
    await aKeyedBuyer(its.shop).buy(its.body)
    for (const status of [left, 'cancelled', 'pending', 'cancelled'] as const)
      await its.take(1, status)
    expect(await its.stock()).toBe(STOCK - BOUGHT)
    expect((await its.desk('GET', '/api/orders/1')).json().hasLeft).toBe(true)
    expect(await checkBooks(its.shop.db)).toEqual([])
  }
})

/** Every sequence of this many statuses, no two in a row alike: setting one again is no change. */
function sequences(length: number, from: OrderStatus = 'pending'): OrderStatus[][] {
  if (length === 0) return [[]]
  const next = ORDER_STATUSES.filter((status) => status !== from)
  return next.flatMap((status) => sequences(length - 1, status).map((rest) => [status, ...rest]))
}

/** The shelf is checked after every step, so longer sequences include the shorter ones. */
const LENGTH = IS_LONG ? 5 : 3

test('the shelf holds what the rule says after every sequence of statuses', {
  timeout: 1_800_000,
}, async () => {
  const its = await anOrder()
  let orderId = 0
  const tried = someOf(sequences(LENGTH), 3)
  for (const statuses of tried) {
    await its.desk('PUT', `/api/products/${its.eggs.id}`, { stock: STOCK })
    await aKeyedBuyer(its.shop).buy(its.body)
    orderId++
    const done: OrderStatus[] = []
    for (const status of [...statuses, ...statuses.slice(-1)]) {
      expect((await its.take(orderId, status)).statusCode).toBe(200)
      done.push(status)
      expect(await its.stock(), done.join(' > ')).toBe(shelfAfter(done))
    }
  }
  expect(orderId).toBe(tried.length)
  expect(await checkBooks(its.shop.db)).toEqual([])
})

const units = fc.record({
  amount: fc.constantFrom(0.01, 2, 7),
  restock: fc.integer({ min: 0, max: 2 }),
  missing: fc.integer({ min: 0, max: 2 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ORDER_STATUSES, 'lost' as const) },
  units,
)

test('a cancelled order puts everything back for sale, but never what is missing', async () => {
  for (const [goods, onTheShelf] of [
    ['sellable', STOCK],
    ['missing', STOCK - BOUGHT],
  ] as const) {
    const its = await anOrder()
    await aKeyedBuyer(its.shop).buy(its.body)
    const ended = await its.desk('PUT', '/api/orders/1/status', { status: 'cancelled', goods })
    expect(ended.json()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(await its.stock()).toBe(onTheShelf)
    expect(await checkBooks(its.shop.db)).toEqual([])
    const stored = { status: 'pending', goods }
    expect((await its.desk('PUT', '/api/orders/1/status', stored)).statusCode).toBe(400)
  }
})

test('and so it does with refunds and lost goods among them, after every step', {
  timeout: 300_000,
}, async () => {
  const law = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
    await using ends = new AsyncDisposableStack()
    const its = await anOrder((end) => ends.defer(end))
    await aKeyedBuyer(its.shop).buy(its.body)
    const done: Step[] = []
    for (const taken of steps) {
      const answer = await its.take(1, taken)
      if (answer.statusCode < 300) done.push(taken)
      expect([200, 201, 409], answer.body).toContain(answer.statusCode)
      expect(await its.stock(), JSON.stringify(done)).toBe(shelfAfter(done))
      expect(await checkBooks(its.shop.db), JSON.stringify(done)).toEqual([])
    }
  })
  await fc.assert(law, { numRuns: IS_LONG ? 200 : 15 })
})
