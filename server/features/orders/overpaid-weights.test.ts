import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { HOUR } from '#contract/time/durations.ts'
import type { Today } from '#contract/today.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aPhone, giveOf } from '#tests/a-stall.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { dayIdOf } from '#tests/shop-rows.ts'
import { aStripeBuyer, whatIsWrongAtStripe } from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'

/** Up to 4 lb each at $9.00/lb: $36.00. */
const HAM = {
  ...{ name: 'Ham', price: 3600, stock: 500 },
  ...{ weighUnit: 'lb' as const, weighPrice: 900 as Cents, weighTo: 4000 },
}
const TOP = 3600

/** The day before the market that orders are for. */
const NOW = '2026-11-20T18:00:00.000Z'

async function aSmokehouse(provider: 'sandbox' | 'stripe' = 'sandbox') {
  const stripe = provider === 'stripe' ? await aStripeStandIn() : undefined
  const its = await aTroubledShop({ now: NOW, ...(stripe ? { stripe } : {}) })
  const { shop, desk } = its
  const farmer = atSettledDesk(shop)
  const ham = await aProduct(shop.db, HAM)
  const dayId = await dayIdOf(shop)
  return {
    ...its,
    farmer,
    ham,
    dayId,
    phone: await aPhone(shop, { dayId }),
    async buy(): Promise<number> {
      const buyer = stripe ? aStripeBuyer(shop, stripe) : aKeyedBuyer(shop)
      const placed = await buyer.buy(orderBody([[ham, 1]]))
      expect(placed.statusCode, placed.body).toBe(201)
      return placed.json().id
    },
    async takeByPhone(paidBy: string | null): Promise<number> {
      const items = [{ productId: ham.id, quantity: 1, price: 36 }]
      const who = { customerName: 'Cy Stone', marketDayId: dayId, paidBy }
      const draft = { id: crypto.randomUUID(), ...who, items, total: 36 }
      const written = await desk('POST', '/api/desk/orders', draft)
      expect(written.statusCode, written.body).toBe(201)
      return written.json().id
    },
    async weigh(id: number, weighed: object): Promise<void> {
      const body = { productId: ham.id, isSure: true, ...weighed }
      const answer = await desk('PUT', `/api/orders/${id}/weights`, body)
      expect(answer.statusCode, answer.body).toBe(200)
    },
    async refunded(id: number): Promise<number> {
      await shop.settled()
      const rows = await shop.db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .select(['refunds.amount_cents', 'refunds.state'])
        .where('payments.order_id', '=', id)
        .execute()
      return rows.reduce((sum, row) => sum + (row.state === 'failed' ? 0 : row.amount_cents), 0)
    },
    async weights(): Promise<Today['weights']> {
      await shop.settled()
      return (await farmer('GET', '/api/today')).json().weights
    },
    whatIsWrong: () => (stripe ? whatIsWrongAtStripe(shop, stripe) : whatIsWrong(shop.db)),
    balance: async (id: number) => (await desk('GET', `/api/orders/${id}`)).json().balance,
  }
}

type Smokehouse = Awaited<ReturnType<typeof aSmokehouse>>

async function boxOf(its: Smokehouse, id: number) {
  const box = (await its.phone.day()).boxes.find((one) => one.id === id)
  if (!box) throw new Error(`There is no box of order ${id}.`)
  return box
}

const HANDS_OUT: Record<string, (its: Smokehouse, id: number) => Promise<unknown>> = {
  'the desk ticks it off': ({ desk }, id) =>
    desk('PUT', `/api/orders/${id}/collected`, { collected: true }),
  'the stall gives it': async (its, id) => its.phone.report('give', giveOf(await boxOf(its, id))),
  'it is marked delivered': ({ desk }, id) =>
    desk('PUT', `/api/orders/${id}/status`, { status: 'delivered' }),
  'it is marked shipped': ({ desk }, id) =>
    desk('PUT', `/api/orders/${id}/status`, { status: 'shipped' }),
  'it is marked delivered with others': ({ desk }, id) =>
    desk('POST', '/api/orders/status', { ids: [id], status: 'delivered' }),
  'it is given away, as nobody came': async (its, id) => {
    its.shop.clock.now = new Date('2026-11-21T23:30:00.000Z')
    const decision = { decision: 'give_away', message: '' }
    const ask = (more: object) =>
      its.farmer('POST', `/api/orders/${id}/no-show`, {
        ...{ id: crypto.randomUUID(), ...decision, ...more },
      })
    const { revision } = (await ask({})).json()
    return ask({ revision })
  },
}

/** PostgreSQL gets the desk's and the stall's in the short form: the others send no others. */
const WAYS_OUT = Object.keys(HANDS_OUT).slice(0, isShortOnPostgres() ? 2 : undefined)

test.each(WAYS_OUT)('what a ham weighs less goes back once when %s', async (how) => {
  const its = await aSmokehouse()
  const id = await its.buy()
  await its.weigh(id, { weight: 2 })
  await its.round(1)
  expect(await its.refunded(id)).toBe(0)
  expect(await its.weights()).toMatchObject({ toSendBack: { orders: 1, amount: 18 } })
  const answer = await HANDS_OUT[how]?.(its, id)
  expect(JSON.stringify(answer)).not.toContain('"message":"There')
  await its.round(1)
  await its.round(1)
  expect(await its.refunded(id)).toBe(1800)
  expect(await its.weights()).toMatchObject({ toSendBack: { orders: 0, amount: 0 } })
  const mails = its.shop.db.selectFrom('outbox').select('kind').where('kind', '=', 'changed')
  expect(await mails.execute()).toHaveLength(1)
  expect(await checkBooks(its.shop.db)).toEqual([])
})

test('what was packed and handed out without a weight stays on Today, however long, until it is weighed or weighed the most', async () => {
  const its = await aSmokehouse()
  const [packed, gone, unpacked] = [await its.buy(), await its.buy(), await its.buy()]
  await its.desk('PUT', `/api/orders/${packed}/packed`, { packed: true })
  await its.desk('PUT', `/api/orders/${gone}/collected`, { collected: true })
  expect((await its.weights()).toWeigh).toEqual([{ name: its.ham.name, units: 2 }])
  its.shop.clock.now = new Date('2027-03-01T18:00:00.000Z')
  expect((await its.weights()).toWeigh).toEqual([{ name: its.ham.name, units: 2 }])
  const { orders } = (await its.farmer('GET', '/api/weights')).json()
  expect(orders).toMatchObject([
    { id: packed, day: '2026-11-21', isHandedOver: false, items: [{ units: 1 }] },
    { id: gone, customerName: 'Ada Miller', isHandedOver: true },
  ])
  expect(orders.map(({ id }: { id: number }) => id)).not.toContain(unpacked)
  const weigh = (id: number, weighed: object) =>
    its.farmer('PUT', `/api/orders/${id}/weights`, { productId: its.ham.id, ...weighed })
  await weigh(packed, { amount: 36 })
  expect((await its.weights()).toWeigh).toEqual([{ name: its.ham.name, units: 1 }])
  await weigh(gone, { weight: 3 })
  expect(await its.weights()).toMatchObject({ toWeigh: [], toSendBack: { orders: 0 } })
  expect([await its.refunded(packed), await its.refunded(gone)]).toEqual([0, 900])
  expect(await checkBooks(its.shop.db)).toEqual([])
})

test('an order without a card costs what it weighs once it is packed, and what was taken above it stays on Today until it is given back', async () => {
  const its = await aSmokehouse()
  const [due, paid] = [await its.takeByPhone(null), await its.takeByPhone('Cash')]
  for (const id of [due, paid]) {
    await its.weigh(id, { weight: 3 })
    await its.desk('PUT', `/api/orders/${id}/packed`, { packed: true })
  }
  await its.shop.settled()
  expect(await its.balance(due)).toMatchObject({ worth: 27, due: 27 })
  expect(await its.balance(paid)).toMatchObject({ worth: 27, paid: 36, due: -9 })
  expect((await its.weights()).toGiveBack).toEqual({ orders: 1, amount: 9 })
  await its.desk('PUT', `/api/orders/${paid}/collected`, { collected: true })
  await its.round(1)
  expect((await its.weights()).toGiveBack).toEqual({ orders: 1, amount: 9 })
  const back = { id: crypto.randomUUID(), kind: 'given-back', way: 'Cash', amount: 9 }
  const given = await its.desk('POST', `/api/orders/${paid}/tenders`, back)
  expect(given.statusCode, given.body).toBeLessThan(300)
  expect((await its.weights()).toGiveBack).toEqual({ orders: 0, amount: 0 })
  expect(await checkBooks(its.shop.db)).toEqual([])
})

test('who was erased since gets the money all the same, and no mail', async () => {
  const its = await aSmokehouse()
  const id = await its.buy()
  await its.desk('PUT', `/api/orders/${id}/status`, { status: 'delivered' })
  its.shop.clock.now = new Date('2027-11-20T18:00:00.000Z')
  const erased = await its.farmer('DELETE', `/api/orders/${id}/person`)
  expect(erased.statusCode, erased.body).toBe(200)
  await its.farmer('PUT', `/api/orders/${id}/weights`, { productId: its.ham.id, weight: 3 })
  await its.round(1)
  expect(await its.refunded(id)).toBe(900)
  const mails = its.shop.db.selectFrom('outbox').select('id').where('kind', '=', 'changed')
  expect(await mails.execute()).toEqual([])
  expect(await checkBooks(its.shop.db)).toEqual([])
})

type Event = { name: string; cents?: number }

const weight = fc
  .integer({ min: 1, max: 500 })
  .map((cents) => ({ name: 'weigh', cents: cents * 9 }))
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 5, arbitrary: weight },
  {
    weight: 2,
    arbitrary: fc.constantFrom({ name: 'forget' }, { name: 'pack' }, { name: 'unpack' }),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom({ name: 'tick' }, { name: 'give' }, { name: 'deliver' }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ name: 'take back' }, { name: 'pending' }) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 1, max: 4000 }).map((cents) => ({ name: 'refund', cents })),
  },
  { weight: 2, arbitrary: fc.constant({ name: 'send back' }) },
  { weight: 1, arbitrary: fc.constant({ name: 'cancel' }) },
  { weight: 2, arbitrary: fc.constant({ name: 'minute' }) },
)

/** What one order should come to, in cents. */
type Model = { weighed: number | null; cost: number; back: number; isOut: boolean; isOver: boolean }

function settle(model: Model): void {
  const { weighed, cost, back } = model
  if (weighed === null || model.isOver) return
  model.cost = Math.min(cost, weighed)
  // Never less than was overpaid, never twice, and more only when the farmer says so.
  model.back = Math.max(back, TOP - model.cost)
}

const EVENTS: Record<
  string,
  (its: Smokehouse, id: number, model: Model, cents: number) => Promise<void>
> = {
  async weigh(its, id, model, cents) {
    if (model.isOver) return
    await its.weigh(id, { amount: cents / 100 })
    model.weighed = cents
  },
  async forget(its, id, model) {
    if (model.isOver) return
    await its.weigh(id, { weight: null })
    model.weighed = null
  },
  pack: async ({ desk }, id) =>
    void (await desk('PUT', `/api/orders/${id}/packed`, { packed: true })),
  unpack: async ({ desk }, id) =>
    void (await desk('PUT', `/api/orders/${id}/packed`, { packed: false })),
  async tick(its, id, model) {
    await HANDS_OUT['the desk ticks it off']?.(its, id)
    if (!model.isOver) model.isOut = true
  },
  async give(its, id, model) {
    if (model.isOver) return
    await HANDS_OUT['the stall gives it']?.(its, id)
    model.isOut = true
  },
  async deliver(its, id, model) {
    if (model.isOver) return
    await HANDS_OUT['it is marked delivered']?.(its, id)
    model.isOut = true
  },
  // Delivered goods stay delivered, whatever the order's status.
  'take back': async ({ desk }, id) =>
    void (await desk('PUT', `/api/orders/${id}/collected`, { collected: false })),
  async pending({ desk }, id, model) {
    if (!model.isOver) await desk('PUT', `/api/orders/${id}/status`, { status: 'pending' })
  },
  async refund({ desk }, id, model, cents) {
    const sent = { amount: cents / 100, reason: 'Late', restock: false }
    const answer = await desk('POST', `/api/orders/${id}/refunds`, sent)
    expect(answer.statusCode < 300, answer.body).toBe(cents <= TOP - model.back)
    if (answer.statusCode < 300) model.back += cents
  },
  async 'send back'({ desk }, id, model) {
    const owed = model.weighed === null ? 0 : Math.max(0, model.cost - model.weighed)
    const orders = [{ id, amount: owed / 100 }]
    await desk('POST', '/api/weights/refunds', { orders, tellsBuyers: true })
    settle(model)
  },
  async cancel({ cancel }, id, model) {
    if (model.isOver) return
    await cancel(id)
    model.isOver = true
    model.back = TOP
  },
  minute: async ({ round }) => round(1),
}

const RUNS = IS_LONG ? 400 : 20

test.skipIf(isShortOnPostgres())(
  'whatever happens in whatever order, an order gets back what it paid above its weight, once, and never more',
  {
    timeout: IS_LONG ? HOUR : 120_000,
  },
  async () => {
    const houses = { sandbox: await aSmokehouse(), stripe: await aSmokehouse('stripe') }
    const seen = { settled: 0, byHand: 0, over: 0 }
    const law = fc.asyncProperty(
      fc.constantFrom('sandbox', 'stripe'),
      fc.array(event, { minLength: 2, maxLength: 9 }),
      async (provider, events) => {
        const its = houses[provider]
        its.shop.clock.now = new Date(NOW)
        const id = await its.buy()
        const model: Model = { weighed: null, cost: TOP, back: 0, isOut: false, isOver: false }
        for (const { name, cents = 0 } of events) {
          await EVENTS[name]?.(its, id, model, cents)
          await its.shop.settled()
          const row = its.shop.db.selectFrom('orders').selectAll().where('id', '=', id)
          const order = await row.executeTakeFirstOrThrow()
          model.isOut =
            order.collected_at !== null || order.has_left || order.status === 'delivered'
          // What the phone reported settles within the minute.
          if (name === 'give' || name === 'pending' || name === 'refund') await its.round(1)
          if (model.isOut) settle(model)
          expect(await its.refunded(id), `after ${name}`).toBe(model.back)
        }
        if (model.cost < TOP) seen.settled++
        if (model.back > TOP - model.cost) seen.byHand++
        if (model.isOver) seen.over++
        expect(await checkBooks(its.shop.db)).toEqual([])
      },
    )
    await fc.assert(law, { seed: 20_261_128, numRuns: RUNS })
    expect(await houses.sandbox.whatIsWrong()).toEqual([])
    expect(await houses.stripe.whatIsWrong()).toEqual([])
    for (const many of Object.values(seen)) expect(many).toBeGreaterThan(0)
  },
)
