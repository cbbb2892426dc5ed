import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { PeriodFigures } from '#contract/money/figures.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { HarvestList, PackList } from '#contract/packing/packing-lists.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { stockOf } from '#tests/shop-rows.ts'
import { checkBooks } from '../books/check-books.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { listMails, readFacts } from '../mail/mail-queries.ts'

const STOCK = 20

/** Twelve bunches of carrots at $3.50 and one dozen eggs at $5.00, paid. */
async function aHarvest() {
  const its = await aTroubledShop()
  const carrots = await aProduct(its.shop.db, { name: 'Carrots', price: 350, stock: STOCK })
  await aKeyedBuyer(its.shop).buy(
    orderBody([
      [carrots, 12],
      [its.eggs, 1],
    ]),
  )
  const refund = (payload: object) =>
    its.desk('POST', '/api/orders/1/refunds', { reason: 'Frost', ...payload })
  const stock = () => stockOf(its.shop, carrots.id)
  const balance = async () => {
    await its.shop.settled()
    return [await checkBooks(its.shop.db), await whatIsWrong(its.shop.db)]
  }
  return { ...its, carrots, refund, stock, balance }
}

type Harvest = Awaited<ReturnType<typeof aHarvest>>

/** What everything but the desk's pages says about how many bunches the order holds. */
async function surfacesOf({ shop, desk, carrots }: Harvest): Promise<Record<string, unknown>> {
  await shop.settled()
  const [listed] = (await desk('GET', '/api/orders')).json()
  const standing = (order: { items: { productId: number; standing: number }[] }) =>
    order.items.find(({ productId }) => productId === carrots.id)?.standing
  const secret = listed.receiptUrl.split('/').at(-1)
  const receipt: Receipt = (await shop.inject({ url: `/api/receipts/${secret}` })).json()
  const [row]: Record<string, string>[] = parse((await desk('GET', '/api/orders.csv')).body, {
    bom: true,
    columns: true,
  })
  const reply = await shop.inject({
    method: 'POST',
    url: '/api/chat/message',
    payload: { message: `https://farm.example/o/${secret}`, sessionId: 'a-chat-of-21-letters_' },
  })
  const list = async (name: string) =>
    (await desk('GET', `/api/days/${listed.pickupDate}/${name}`)).json()
  const harvest: HarvestList = await list('harvest')
  const pack: PackList = await list('pack')
  const period = '/api/analytics/period?from=2020-01-01&to=2029-01-01'
  const figures: PeriodFigures = (await desk('GET', period)).json()
  const mails = await listMails(shop.db, 10, shop.clock.now)
  const facts = await readFacts(shop.db, mails)
  const texts = mails.map(({ id, kind }) => {
    const its = facts.get(id)
    return [kind, its ? composeMail(its, { settings: [], linkOrigin: '' }).text : ''] as const
  })
  return {
    list: standing(listed),
    detail: standing((await desk('GET', '/api/orders/1')).json()),
    receipt: receipt.items.find(({ name }) => name === 'Carrots')?.standing,
    csv: [row?.Items, row?.['Given back']],
    harvest: harvest.products.find(({ productId }) => productId === carrots.id)?.need,
    pack: pack.orders[0]?.items.find(({ productId }) => productId === carrots.id)?.units,
    chat: reply.json().message,
    figures: figures.products.find(({ productId }) => productId === carrots.id),
    confirmed: texts.find(([kind]) => kind === 'order_confirmed')?.[1],
    refunded: texts.find(([kind]) => kind === 'refunded')?.[1],
  }
}

describe.each([
  ['can still be sold', 'restock', 4],
  ['are missing', 'missing', 0],
])('four of twelve bunches given back that %s', (_, field, back) => {
  test('are not counted anywhere any more, and only what can be sold is for sale', async () => {
    const its = await aHarvest()
    const given = await its.refund({
      amount: 14,
      [field]: [{ productId: its.carrots.id, quantity: 4 }],
    })
    expect([given.statusCode, given.body]).toEqual([
      201,
      expect.stringContaining('"state":"succeeded"'),
    ])
    const rest = { productId: its.carrots.id, name: 'Carrots', units: 8, revenue: 28 }
    expect(await surfacesOf(its)).toEqual({
      list: 8,
      detail: 8,
      receipt: 8,
      csv: ['1 x Eggs; 8 x Carrots', '4 x Carrots'],
      harvest: 8,
      pack: 8,
      chat: expect.stringMatching(/^(?!.*Carrots).*Your receipt has the rest\.$/s),
      figures: expect.objectContaining(rest),
      confirmed: expect.stringMatching(
        /Carrots: 12 ordered, 8 provided: \$42\.00[\s\S]*Total: \$47\.00\nRefunded: -\$14\.00\nTotal after refund: \$33\.00/,
      ),
      refunded: expect.stringContaining('Carrots: 12 ordered, 8 provided.'),
    })
    expect(await its.stock()).toBe(STOCK - 12 + back)
    expect(await its.balance()).toEqual([[], []])
  })

  test('do not come back when the rest is cancelled, nor are they taken when it is reopened', async () => {
    const its = await aHarvest()
    await its.refund({ amount: 14, [field]: [{ productId: its.carrots.id, quantity: 4 }] })
    await its.cancel(1)
    expect(await its.stock()).toBe(STOCK - 4 + back)
    expect(await its.balance()).toEqual([[], []])
    await its.desk('PUT', '/api/orders/1/status', { status: 'pending' })
    expect(await its.stock()).toBe(STOCK - 12 + back)
    expect((await its.balance())[0]).toEqual([])
  })
})

describe('goods that are missing', () => {
  test('leave the stock as it is, and its movements say why', async () => {
    const its = await aHarvest()
    await its.refund({ amount: 14, missing: [{ productId: its.carrots.id, quantity: 4 }] })
    const moves = await its.shop.db
      .selectFrom('stock_movements')
      .select(['delta', 'reason', 'order_id'])
      .where('product_id', '=', its.carrots.id)
      .orderBy('id')
      .execute()
    expect(moves.slice(1)).toEqual([
      { delta: -12, reason: 'sold', order_id: 1 },
      { delta: 4, reason: 'returned', order_id: 1 },
      { delta: -4, reason: 'missing', order_id: null },
    ])
    expect((await its.desk('GET', '/api/orders/1')).json().items).toMatchObject([
      { quantity: 1, returned: 0, standing: 1 },
      { quantity: 12, returned: 4, standing: 8 },
    ])
  })

  test('stand beside goods that come back, and all the rest comes back when it is asked for simply so', async () => {
    const its = await aHarvest()
    const missing = [{ productId: its.carrots.id, quantity: 5 }]
    await its.refund({ amount: 20, missing, restock: true })
    expect(await its.stock()).toBe(STOCK - 5)
    expect(
      (await its.desk('GET', '/api/orders/1'))
        .json()
        .items.map((item: { standing: number }) => item.standing),
    ).toEqual([0, 0])
    expect(await its.balance()).toEqual([[], []])
  })

  test('that were never out are refused, and nothing moves', async () => {
    const its = await aHarvest()
    for (const [payload, status] of [
      [{ missing: [{ productId: 2, quantity: 13 }] }, 409],
      [{ missing: [{ productId: 2, quantity: 7 }], restock: [{ productId: 2, quantity: 6 }] }, 409],
      [{ missing: [{ productId: 99, quantity: 1 }] }, 409],
      [{ missing: [{ productId: 2, quantity: 0 }] }, 400],
      [{ missing: true }, 400],
    ] as const) {
      const refused = await its.refund({ amount: 1, ...payload })
      expect(refused.statusCode, JSON.stringify(payload)).toBe(status)
      expect([await its.stock(), (await its.standing()).refunds]).toEqual([STOCK - 12, []])
    }
  })
})

test('what was agreed stays as it was placed, whatever is given back', async () => {
  const its = await aHarvest()
  await its.refund({ amount: 14, missing: [{ productId: its.carrots.id, quantity: 4 }] })
  expect((await its.desk('GET', '/api/orders')).json()[0]).toMatchObject({
    subtotal: 47,
    total: 47,
  })
  expect((await its.desk('GET', '/api/orders')).json()[0].items[1]).toMatchObject({
    quantity: 12,
    price: 3.5,
  })
})
