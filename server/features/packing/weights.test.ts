import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { PackList } from '#contract/packing/packing-lists.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'

/** Up to 4 lb each at $6.00/lb: $24.00. */
const BY_WEIGHT = { weighUnit: 'lb', weighPrice: 600 as Cents, weighTo: 4000 } as const
const HAM = { name: 'Ham, about 4 lb', price: 2400, stock: 50, ...BY_WEIGHT }

const DAY = '2026-11-21'

async function aSmokehouse() {
  const its = await aShop()
  const ham = await aProduct(its.db, HAM)
  const desk = atDesk(its)
  return {
    ...its,
    ham,
    desk,
    async buy(quantity: number): Promise<{ id: number; receiptUrl: string }> {
      const placed = await aKeyedBuyer(its).buy(orderBody([[ham, quantity]]))
      expect(placed.statusCode, JSON.stringify(placed.json())).toBe(201)
      return placed.json()
    },
    weigh: (id: number, weighed: object) =>
      desk('PUT', `/api/orders/${id}/weights`, { productId: ham.id, ...weighed }),
    async owed() {
      const list: PackList = (await desk('GET', `/api/days/${DAY}/pack`)).json()
      return list.orders.flatMap(({ id, items }) => {
        const amount = items.reduce((sum, { byWeight }) => sum + (byWeight?.toSendBack ?? 0), 0)
        return amount > 0 ? [{ id, amount }] : []
      })
    },
    async settle(orders: object[]) {
      const answer = await desk('POST', '/api/weights/refunds', { orders, tellsBuyers: true })
      await its.settled()
      return answer.json()
    },
    refunds: () => its.db.selectFrom('refunds').select(['amount_cents', 'state']).execute(),
  }
}

const noMore = { orders: 0, refunded: 0, forgone: 0, left: [] }

describe('what is sold by weight', () => {
  test('is charged at its top, and what it weighs less goes back once, in one change and one refund', async () => {
    const shop = await aSmokehouse()
    const { id, receiptUrl } = await shop.buy(2)
    const receipt = async () =>
      (await shop.inject({ url: `/api/receipts/${receiptUrl.split('/').at(-1)}` })).json()
    const top = 'up to $24.00 each · $6.00/lb · you pay for what it weighs'
    expect((await receipt()).items).toMatchObject([{ quantity: 2, weighed: top }])
    const weighed = await shop.weigh(id, { weight: '7.85' })
    expect(weighed.json()).toEqual({
      ...{ unit: 'lb', price: 6, to: 4, paid: 48, weight: 7.85, amount: 47.1, toSendBack: 0.9 },
    })
    for (const packed of [true, false, true])
      await shop.desk('PUT', `/api/orders/${id}/packed`, { packed })
    expect(await shop.refunds()).toEqual([])
    const owed = await shop.owed()
    expect(owed).toEqual([{ id, amount: 0.9 }])
    expect(await shop.settle(owed)).toEqual({ ...noMore, orders: 1, refunded: 0.9 })
    expect([await shop.settle(owed), await shop.owed()]).toEqual([noMore, []])
    for (const packed of [false, true])
      await shop.desk('PUT', `/api/orders/${id}/packed`, { packed })
    expect(await shop.refunds()).toEqual([{ amount_cents: 90, state: 'succeeded' }])
    const changes = await shop.db.selectFrom('order_changes').selectAll().execute()
    expect(changes).toMatchObject([
      { order_id: id, changed_by: 'weighing', delta_cents: -90, refunded_cents: 90 },
    ])
    expect(await receipt()).toMatchObject({
      items: [{ quantity: 2, standing: 2, weighed: '7.85 lb at $6.00/lb: $47.10' }],
      ...{ total: 48, refunded: 0.9 },
    })
    const csv = await shop.desk('GET', '/api/orders.csv')
    expect(csv.body).toContain('7.85 lb at $6.00/lb: $47.10')
    const mails = await shop.db.selectFrom('outbox').select('kind').execute()
    expect(mails.filter(({ kind }) => kind === 'changed')).toHaveLength(1)
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('costs the buyer no more above the top, and an amount may be typed instead', async () => {
    const shop = await aSmokehouse()
    const [heavy, typed] = [await shop.buy(1), await shop.buy(1)]
    expect((await shop.weigh(heavy.id, { weight: 4.2 })).json()).toMatchObject({
      ...{ paid: 24, amount: 25.2, toSendBack: 0 },
    })
    expect((await shop.weigh(typed.id, { amount: 20 })).json()).toMatchObject({
      ...{ weight: null, amount: 20, toSendBack: 4 },
    })
    expect(await shop.settle(await shop.owed())).toMatchObject({ orders: 1, refunded: 4 })
    // A second weighing can only refund more.
    await shop.weigh(typed.id, { weight: 3.5 })
    expect(await shop.owed()).toEqual([])
    await shop.weigh(typed.id, { weight: 3 })
    expect(await shop.settle(await shop.owed())).toMatchObject({ orders: 1, refunded: 2 })
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('ordered by phone is weighed too, and the buyer owes what it weighs', async () => {
    const shop = await aSmokehouse()
    const days = shop.db.selectFrom('market_days').select('id').where('day', '=', DAY)
    const { id: marketDayId } = await days.where('place_id', '=', 1).executeTakeFirstOrThrow()
    const write = async (price: number) => {
      const items = [{ productId: shop.ham.id, quantity: 1, price }]
      const who = { customerName: 'Cy Stone', marketDayId, paidBy: null }
      const draft = { id: crypto.randomUUID(), ...who, items, total: price }
      return (await shop.desk('POST', '/api/desk/orders', draft)).json().id as number
    }
    const id = await write(24)
    expect((await shop.weigh(id, { weight: 3.5 })).json()).toMatchObject({ paid: 24, amount: 21 })
    await shop.settle(await shop.owed())
    const { balance } = (await shop.desk('GET', `/api/orders/${id}`)).json()
    expect(balance).toMatchObject({ worth: 21, due: 21 })
    // An agreed price is not weighed.
    expect((await shop.weigh(await write(20), { weight: 3.5 })).statusCode).toBe(400)
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('goes back once from two tablets, and not for what changed meanwhile or was cancelled', async () => {
    const shop = await aSmokehouse()
    const [twice, changed] = [await shop.buy(1), await shop.buy(1)]
    const [cancelled, fewer] = [await shop.buy(1), await shop.buy(2)]
    for (const { id } of [twice, changed, cancelled, fewer]) await shop.weigh(id, { weight: 3 })
    const owed = await shop.owed()
    expect(owed).toHaveLength(4)
    await shop.weigh(changed.id, { weight: 3.5 })
    await shop.desk('PUT', `/api/orders/${cancelled.id}/status`, { status: 'cancelled' })
    const change = {
      lines: [{ productId: shop.ham.id, units: -1 }],
      reason: '',
      notifiesBuyer: false,
    }
    const url = `/api/orders/${fewer.id}/changes`
    const { revision } = (
      await shop.desk('POST', url, { ...change, id: crypto.randomUUID() })
    ).json()
    await shop.desk('POST', url, { ...change, id: crypto.randomUUID(), revision })
    const answers = await Promise.all([shop.settle(owed), shop.settle(owed)])
    expect(answers.map(({ orders }) => orders).sort()).toEqual([0, 1])
    for (const { left } of answers) expect(left).toEqual([changed.id, cancelled.id])
    // Of two weighed together, one is left, which was never weighed alone.
    expect(await shop.owed()).toEqual([{ id: changed.id, amount: 3 }])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('goes back for none where one of the orders is not there, and once for each after that', async () => {
    const shop = await aSmokehouse()
    const [first, second] = [await shop.buy(1), await shop.buy(1)]
    for (const { id } of [first, second]) await shop.weigh(id, { weight: 3.75 })
    const owed = await shop.owed()
    const broken = await shop.settle([owed[0] ?? {}, { id: 999, amount: 1 }])
    expect(broken.code).toBe('not-found')
    expect(await shop.refunds()).toEqual([])
    expect(await shop.settle(owed)).toEqual({ ...noMore, orders: 2, refunded: 3 })
    expect(await shop.settle(owed)).toEqual(noMore)
    expect(await shop.refunds()).toEqual(
      [1, 2].map(() => ({ amount_cents: 150, state: 'succeeded' })),
    )
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('is asked about where a weight cannot be meant, and keeps what was weighed', async () => {
    const shop = await aSmokehouse()
    const { id } = await shop.buy(1)
    await shop.weigh(id, { weight: 3.5 })
    const refused = async (weighed: object) => {
      const answer = await shop.weigh(id, weighed)
      return [answer.statusCode, answer.json().field, answer.json().message]
    }
    expect((await refused({ weight: '3-85' })).slice(0, 2)).toEqual([400, 'weight'])
    expect(await refused({ weight: 385 })).toEqual([
      ...[400, 'isSure', '385 lb is far more than usual (at most 4 lb). Is that right?'],
    ])
    for (const weight of [0, -1, 'much', 1e12, 3.8512])
      expect((await refused({ weight })).slice(0, 2), String(weight)).toEqual([400, 'weight'])
    expect((await refused({})).slice(0, 2)).toEqual([400, 'weight'])
    expect((await refused({ weight: 3, productId: 99 })).slice(0, 2)).toEqual([400, 'productId'])
    expect(await shop.owed()).toEqual([{ id, amount: 3 }])
    expect((await shop.weigh(id, { weight: '3,75' })).json()).toMatchObject({ amount: 22.5 })
    expect((await shop.weigh(id, { weight: 385, isSure: true })).statusCode).toBe(200)
    expect((await shop.weigh(id, { weight: null })).json()).toMatchObject({ amount: null })
  })

  test('keeps the rate that was agreed, whatever the farmer asks by now', async () => {
    const shop = await aSmokehouse()
    const { id } = await shop.buy(1)
    const url = `/api/products/${shop.ham.id}`
    const dearer = await shop.desk('PUT', url, { weighPrice: 7 })
    expect(dearer.json()).toMatchObject({ price: 28, weighPrice: 7, weighTo: 4 })
    expect((await shop.weigh(id, { weight: 3 })).json()).toMatchObject({ price: 6, amount: 18 })
  })
})

describe('a product', () => {
  test('costs its top and says so; by the piece again, it keeps its price', async () => {
    const shop = await aSmokehouse()
    const url = `/api/products/${shop.ham.id}`
    const wrong = await shop.desk('PUT', url, { price: 23 })
    expect([wrong.statusCode, wrong.json().field, wrong.json().message]).toEqual([
      ...[400, 'price', 'Sold by weight, it costs $24.00: 4 lb at $6.00/lb.'],
    ])
    const [listed] = (await shop.inject({ url: '/api/products' })).json()
    expect(listed.weighed).toBe('up to $24.00 each · $6.00/lb · you pay for what it weighs')
    expect((await shop.desk('PUT', url, { ...listed, weighTo: 5 })).statusCode).toBe(400)
    const heavier = await shop.desk('PUT', url, { ...listed, weighTo: 5, base: listed })
    expect(heavier.json()).toMatchObject({ price: 30, weighTo: 5 })
    const plain = (await shop.desk('PUT', url, { weighUnit: null })).json()
    expect([plain.price, plain.weighUnit, plain.weighed]).toEqual([30, undefined, undefined])
  })

  test('needs all of unit, rate and top, and the database says so as well', async () => {
    const shop = await aSmokehouse()
    const bread = await aProduct(shop.db)
    const refused = async (change: object) => {
      const answer = await shop.desk('PUT', `/api/products/${bread.id}`, change)
      return [answer.statusCode, answer.json().field]
    }
    expect(await refused({ weighUnit: 'lb' })).toEqual([400, 'weighPrice'])
    expect(await refused({ weighUnit: 'lb', weighPrice: 6 })).toEqual([400, 'weighTo'])
    expect(await refused({ weighPrice: 6, weighTo: 4 })).toEqual([400, 'weighUnit'])
    expect(await refused({ weighUnit: 'stone', weighPrice: 6, weighTo: 4 })).toEqual([
      ...[400, 'weighUnit'],
    ])
    const set = (change: object) =>
      shop.db.updateTable('products').set(change).where('id', '=', shop.ham.id).execute()
    await expect(set({ price_cents: 2399 })).rejects.toThrow()
    await expect(set({ weigh_unit: null })).rejects.toThrow()
  })

  test('goes through the spreadsheet and back, and its price follows its rate', async () => {
    const shop = await aSmokehouse()
    const csv = (await shop.desk('GET', '/api/products/export')).body
    expect(csv).toContain('lb,6.00,4')
    const send = async (text: string) =>
      (await shop.desk('POST', '/api/products/import', { csv: text })).json().rows[0]
    expect((await send(csv)).outcome).toBe('unchanged')
    expect((await send(csv.replace('lb,6.00,4', 'lb,7.00,4'))).changes).toEqual([
      { column: 'weighPrice', before: '6.00', after: '7.00' },
      { column: 'price', before: '$24.00', after: '$28.00' },
    ])
    expect((await send(csv.replace('24.00', '23.00'))).problems).toEqual([
      { column: 'price', message: 'Sold by weight, it costs $24.00: 4 lb at $6.00/lb.' },
    ])
  })
})
