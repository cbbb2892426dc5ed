import fc from 'fast-check'
import { onTestFinished } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { LineByWeight } from '#contract/packing/weighing.ts'
import type { JournalPage } from '#contract/products/stock-journal.ts'
import { write } from '#server/db/write.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from './a-buyer.ts'
import { aProduct } from './a-shop.ts'
import { aTroubledShop, silence } from './a-troubled-shop.ts'
import type { AtEnd } from './at-end.ts'
import { currentDeed, type Deed, deed, type Market, orderNumber, seen } from './market-deed.ts'
import { orderingToPayLater, takingMoney, writingDown } from './phone-deeds.ts'
import { puttingBack, takingOff } from './product-deeds.ts'
import { keepingSeasons } from './season-deeds.ts'
import { byPhone } from './stall-deeds.ts'

const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_amex',
  'pm_card_chargeDeclined',
  'pm_card_authenticationRequired',
]
const STATUSES = ['pending', 'shipped', 'delivered', 'cancelled', 'cancelled']

const which = fc.nat(1)
/** The shelf index of what's sold by weight. */
const WEIGHED = 1
const buying = fc
  .record({
    place: which,
    quantity: fc.integer({ min: 1, max: 4 }),
    card: fc.constantFrom(...CARDS),
    kind: fc.nat(3),
    ifShort: fc.constantFrom(null, 'substitute', 'call'),
  })
  .map(({ place, quantity, card, kind, ifShort }) =>
    deed(`buys ${quantity} of ${place} by ${card}, ${kind}`, async (market) => {
      const body = orderBody([[await seen(market, place), quantity]], ifShort ? { ifShort } : {})
      if (kind === 0) return aBareBuyer(market.shop, card).buy(body)
      const buyer = aKeyedBuyer(market.shop, card)
      if (kind === 1) return buyer.confirm(await buyer.createIntent(body))
      await buyer.buy(body)
      return kind === 2
        ? buyer.placeOrder(body)
        : Promise.all([buyer.placeOrder(body), buyer.buy(body)])
    }),
  )

const deciding = fc
  .record({ id: orderNumber, status: fc.constantFrom(...STATUSES) })
  .map(({ id, status }) =>
    deed(`sets order ${id} ${status}`, (market) =>
      market.desk('PUT', `/api/orders/${id}/status`, { status }),
    ),
  )

const refunding = fc
  .record({ id: orderNumber, amount: fc.integer({ min: 1, max: 900 }), restock: fc.boolean() })
  .map(({ id, amount, restock }) =>
    deed(`gives ${amount} of order ${id} back`, (market) =>
      market.desk('POST', `/api/orders/${id}/refunds`, {
        amount: amount / 100,
        reason: 'Late',
        restock,
      }),
    ),
  )

const changing = fc
  .record({
    id: orderNumber,
    off: which,
    units: fc.integer({ min: 1, max: 2 }),
    isMissing: fc.boolean(),
  })
  .map(({ id, off, units, isMissing }) =>
    deed(`takes ${units} of ${off} off order ${id} for another`, async (market) => {
      const found = await market.desk('GET', `/api/orders/${id}`)
      const [gone, come] = [await seen(market, off), await seen(market, 1 - off)]
      if (found.statusCode !== 200 || gone.id === come.id) return
      const { items }: Order = found.json()
      const price = items.find(({ productId }) => productId === gone.id)?.price ?? 0
      const lines = [
        { productId: gone.id, units: -units, goods: isMissing ? 'missing' : 'sellable' },
        { productId: come.id, units: 1, price: Math.min(price, come.price) },
      ]
      const change = { lines, reason: 'Frost', notifiesBuyer: true }
      const ask = (more: object) =>
        market.desk('POST', `/api/orders/${id}/changes`, { ...change, ...more })
      const preview = await ask({ id: crypto.randomUUID() })
      if (preview.statusCode !== 200) return
      const { revision } = preview.json()
      const sent = { id: crypto.randomUUID(), revision }
      await Promise.all([ask(sent), ask(sent)])
    }),
  )

const journaling = fc
  .record({
    place: which,
    reason: fc.constantFrom('harvest', 'waste', 'gift'),
    units: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ place, reason, units }) =>
    deed(`${reason} of ${units} of ${place}`, async (market) => {
      const { id } = await seen(market, place)
      const sent = { id: crypto.randomUUID(), reason, units }
      const record = () => market.desk('POST', `/api/products/${id}/movements`, sent)
      await Promise.all([record(), record()])
    }),
  )

const counting = fc
  .record({ place: which, counted: fc.integer({ min: 0, max: 12 }) })
  .map(({ place, counted }) =>
    deed(`counts ${counted} of ${place}`, async (market) => {
      const { id: productId } = await seen(market, place)
      const counts = [{ id: crypto.randomUUID(), productId, counted }]
      await market.desk('POST', '/api/stock-count', { counts })
    }),
  )

const undoing = which.map((place) =>
  deed(`undoes what was last done with ${place}`, async (market) => {
    const { id } = await seen(market, place)
    const journal = await market.desk('GET', `/api/products/${id}/movements`)
    // She is signed out after an hour.
    if (journal.statusCode !== 200) return
    const { movements }: JournalPage = journal.json()
    const last = movements.find(({ canUndo }) => canUndo)
    if (!last) return
    const undo = () =>
      market.desk('POST', `/api/movements/${last.id}/undo`, { id: crypto.randomUUID() })
    await Promise.all([undo(), undo()])
  }),
)

const undoingSale = fc.nat(3).map((place) =>
  deed(`undoes sale ${place}`, async (market) => {
    const listed = await market.desk('GET', '/api/sales')
    if (listed.statusCode !== 200) return
    const { sales }: { sales: { id: string }[] } = listed.json()
    const undo = () => market.desk('POST', `/api/sales/${sales[place]?.id ?? 'none'}/undo`)
    await Promise.all([undo(), undo()])
  }),
)

const LONG_OVER = {
  ...{ order_until: '2026-11-01T12:00:00.000Z', opens_at: '2026-11-02T12:00:00.000Z' },
  closes_at: '2026-11-02T18:00:00.000Z',
}

const missing = fc
  .record({
    id: orderNumber,
    decision: fc.constantFrom('keep', 'next_day', 'give_away', 'cancel'),
    isMissing: fc.boolean(),
  })
  .map(({ id, decision, isMissing }) =>
    deed(`nobody comes for order ${id}: ${decision}`, async (market) => {
      const { db } = market.shop
      const order = db.selectFrom('orders').select('market_day_id').where('id', '=', id)
      const dayId = (await order.executeTakeFirst())?.market_day_id
      if (!dayId) return
      await write(db, (tx) =>
        tx.updateTable('market_days').set(LONG_OVER).where('id', '=', dayId).execute(),
      )
      const days = db.selectFrom('market_days').select('id').where('place_id', '=', 1)
      const next = await days.where('day', '>', '2026-12-01').orderBy('day').executeTakeFirst()
      const more = {
        keep: { keepUntil: '2026-11-30' },
        next_day: { moveTo: next?.id },
        give_away: {},
        cancel: { goods: isMissing ? 'missing' : 'sellable' },
      }[decision]
      const sent = { id: crypto.randomUUID(), decision, message: 'Nobody came.', ...more }
      const ask = (body: object) => market.desk('POST', `/api/orders/${id}/no-show`, body)
      const preview = await ask(sent)
      if (preview.statusCode !== 200) return
      const { revision } = preview.json()
      await Promise.all([ask({ ...sent, revision }), ask({ ...sent, revision })])
    }),
  )

/** A limit on each day, or on the next day ordered for; null lifts it. */
const limiting = fc
  .record({ place: which, most: fc.constantFrom(2, 4, 9, null), isOneDay: fc.boolean() })
  .map(({ place, most, isOneDay }) =>
    deed(`limits ${place} to ${most}${isOneDay ? ' on a day' : ''}`, async (market) => {
      const { id: productId } = await seen(market, place)
      if (!isOneDay)
        return market.desk('PUT', `/api/products/${productId}/limits`, { eachDay: most })
      const calendar = await market.desk('GET', '/api/calendar')
      if (calendar.statusCode !== 200) return
      const days: { id: number }[] = calendar.json().days
      return market.desk('PUT', `/api/market-days/${days[0]?.id}/limits`, { productId, most })
    }),
  )

/** Every order of the market is for this day. */
const DAY = '2026-11-21'

const sharing = fc
  .record({
    place: which,
    have: fc.nat(6),
    rule: fc.constantFrom('fair', 'first'),
    goods: fc.constantFrom('missing', 'sellable'),
    takesOff: fc.boolean(),
  })
  .map(({ place, ...more }) =>
    deed(`has only ${more.have} of ${place}, ${more.goods}`, async (market) => {
      const productId = market.shelf[place]?.id
      const draft = { id: crypto.randomUUID(), productId, reason: 'Frost', ...more }
      const share = (sent: object) => market.desk('POST', `/api/days/${DAY}/short`, sent)
      const seen = await share(draft)
      if (seen.statusCode !== 200) return
      const { confirm } = seen.json().plan
      await Promise.all([share({ ...draft, confirm }), share({ ...draft, confirm })])
    }),
  )

/** Twice at once, as by an impatient finger; buyers may cancel, and days take everyone. */
const mending = fc
  .record({ id: orderNumber, what: fc.constantFrom('cancels', 'is corrected', 'is moved') })
  .map(({ id, what }) =>
    deed(`the buyer of order ${id} ${what}`, async (market) => {
      const found = await market.desk('GET', `/api/orders/${id}`)
      if (found.statusCode !== 200) return
      const { receiptUrl, revision, customerEmail: email, marketDay } = found.json()
      const days = market.shop.db.selectFrom('market_days').select('id').orderBy('id')
      const other = await days.where('id', '!=', marketDay?.id ?? 0).executeTakeFirst()
      const change = { lines: [], moveTo: other?.id, reason: '', notifiesBuyer: true, revision }
      const move = { id: crypto.randomUUID(), ...change }
      const asks = {
        cancels: () =>
          market.shop.inject({
            ...{ method: 'POST', url: `/api/receipts/${receiptUrl.slice(3)}/cancel` },
            payload: { email },
          }),
        'is corrected': () =>
          market.desk('PUT', `/api/orders/${id}/contact`, { name: `Ada ${revision}`, revision }),
        'is moved': () => market.desk('POST', `/api/orders/${id}/changes`, move),
      }
      const ask = asks[what as keyof typeof asks]
      await Promise.all([ask(), ask()])
    }),
  )

const editing = fc
  .record({ place: which, price: fc.integer({ min: 25, max: 225 }).map((rate) => rate * 4) })
  .map(({ place, price }) =>
    deed(`asks ${price} for ${place}`, async (market) =>
      market.desk('PUT', `/api/products/${market.shelf[place]?.id}`, {
        // What's sold by weight costs the most it may weigh: 4 lb.
        ...(place === WEIGHED ? { weighPrice: price / 400 } : { price: price / 100 }),
      }),
    ),
  )

/** Orders with some of what's sold by weight; somebody buys some if there are none. */
async function weighedOrders(market: Market): Promise<Order[]> {
  const productId = market.shelf[WEIGHED]?.id
  const find = async () => {
    const listed = await market.desk('GET', '/api/orders')
    // She is signed out after an hour.
    if (listed.statusCode !== 200) return []
    const orders: Order[] = listed.json()
    return orders.filter(({ items }) =>
      items.some((item) => item.productId === productId && item.standing > 0),
    )
  }
  const found = await find()
  if (found.length > 0) return found
  const body = orderBody([[await seen(market, WEIGHED), 1]])
  await currentDeed.run('buys what is weighed', () => aBareBuyer(market.shop).buy(body))
  return find()
}

const weighing = fc
  .record({
    which: orderNumber,
    hundredths: fc.array(fc.integer({ min: 1, max: 600 }), { minLength: 1, maxLength: 3 }),
    isAmount: fc.boolean(),
    /** If false, each may be heavier than the last, and nothing is refunded. */
    fallsEach: fc.boolean(),
  })
  .map(({ which, hundredths: typed, isAmount, fallsEach }) => {
    const hundredths = fallsEach ? typed.toSorted((one, other) => other - one) : typed
    return deed(`weighs ${hundredths} of the order at ${which}`, async (market) => {
      const { desk, shelf } = market
      const productId = shelf[WEIGHED]?.id
      const orders = await weighedOrders(market)
      const order = orders[which % Math.max(1, orders.length)]
      if (!order) return
      const { id } = order
      const url = `/api/orders/${id}/weights`
      for (const value of hundredths.map((many) => many / 100)) {
        const weight = isAmount ? { amount: value } : { weight: value }
        const weighed = await desk('PUT', url, { productId, isSure: true, ...weight })
        if (weighed.statusCode !== 200) return
        const { toSendBack: amount }: LineByWeight = weighed.json()
        const settle = { orders: [{ id, amount }], tellsBuyers: true }
        await Promise.all([1, 2].map(() => desk('POST', '/api/weights/refunds', settle)))
      }
    })
  })

const pass = (minutes: number) => deed(`${minutes} minutes pass`, (market) => market.round(minutes))

const passing = fc.constantFrom(1, 2, 11, 16).map(pass)

const troubling = fc
  .record({
    step: fc.constantFrom('createIntent', 'capture', 'cancel', 'refund', 'retrieve', 'none'),
    done: fc.boolean(),
  })
  .map(({ step, done }) =>
    deed(
      `trouble: ${step}${done ? ', done without an answer' : ''}`,
      async ({ calm, provider }) => {
        if (step === 'createIntent')
          provider({
            createIntent: async (order, key) =>
              done ? (await calm.createIntent(order, key)) && silence() : silence(),
          })
        else if (step === 'capture' || step === 'cancel')
          provider({
            [step]: async (id: string, key: string) =>
              done ? (await calm[step](id, key)) && silence() : silence(),
          })
        else if (step === 'refund')
          provider({
            refund: async (requested, key) =>
              done ? (await calm.refund(requested, key)) && silence() : silence(),
          })
        else provider(step === 'retrieve' ? { retrieve: silence } : {})
      },
    ),
  )

export const deeds = fc.oneof(
  { weight: 24, arbitrary: buying },
  { weight: 3, arbitrary: deciding },
  { weight: 2, arbitrary: writingDown },
  { weight: 3, arbitrary: orderingToPayLater },
  { weight: 2, arbitrary: takingMoney },
  { weight: 2, arbitrary: refunding },
  { weight: 8, arbitrary: changing },
  { weight: 6, arbitrary: sharing },
  { weight: 2, arbitrary: mending },
  { weight: 3, arbitrary: journaling },
  { weight: 1, arbitrary: counting },
  { weight: 2, arbitrary: undoing },
  { weight: 5, arbitrary: weighing },
  { weight: 1, arbitrary: undoingSale },
  { weight: 4, arbitrary: missing },
  { weight: 1, arbitrary: limiting },
  { weight: 1, arbitrary: editing },
  { weight: 2, arbitrary: takingOff },
  { weight: 4, arbitrary: puttingBack },
  { weight: 4, arbitrary: keepingSeasons },
  { weight: 10, arbitrary: byPhone },
  { weight: 2, arbitrary: passing },
  { weight: 2, arbitrary: troubling },
)

/** Several at the same moment, then the next. */
export const daysOf = (deeds: fc.Arbitrary<Deed>) =>
  fc.array(fc.array(deeds, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 12 })

/** Up to 4 lb each, at $1.40 a pound. */
const BY_THE_POUND = { weighUnit: 'lb', weighPrice: 140 as Cents, weighTo: 4000 } as const

/** Units of each product on the shelf at first. */
const STOCK = 8

export async function aMarket(atEnd: AtEnd = onTestFinished): Promise<Market> {
  const its = await aTroubledShop({ atEnd })
  const shelf = [
    await aProduct(its.shop.db, { name: 'Bagels', price: 160, stock: STOCK }),
    await aProduct(its.shop.db, { name: 'Cheese', price: 560, stock: STOCK, ...BY_THE_POUND }),
  ]
  const allowed = { key: 'buyer_cancels', value: 'true', description: '' } as const
  const anyone = { key: 'pickup_pay_who', value: 'anyone', description: '' } as const
  await write(its.shop.db, async (tx) => {
    await tx.insertInto('settings').values([allowed, anyone]).execute()
    await tx.updateTable('places').set({ pays_at_pickup: true }).where('id', '=', 1).execute()
  })
  const charges = new Set<string>()
  const { createIntent, capture } = its.calm
  const noteWhose = () => charges.add(currentDeed.getStore() ?? 'nobody')
  its.calm.createIntent = (...requested) => noteWhose() && createIntent(...requested)
  its.calm.capture = (...requested) => noteWhose() && capture(...requested)
  its.provider({})
  return { ...its, shelf, charges }
}

export async function calmDown(market: Market): Promise<void> {
  market.provider({})
  for (const minutes of [2, 2, 16, 2]) await pass(minutes).run(market)
}
