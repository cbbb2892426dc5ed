import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { stockOf } from '#tests/shop-rows.ts'

/** Ada's $23.00 order of three bunches of beets and the last two bags of bagels. */
async function anOrder(more: Record<string, unknown> = {}) {
  const its = await aTroubledShop()
  const { db } = its.shop
  const beets = await aProduct(db, { name: 'Beets', price: 300, stock: 10 })
  const bagels = await aProduct(db, { name: 'Bagels', price: 700, stock: 2 })
  const eggs = await aProduct(db, { name: 'Duck eggs', price: 750, stock: 4 })
  const goods = orderBody(
    [
      [beets, 3],
      [bagels, 2],
    ],
    more,
  )
  const bought = await aKeyedBuyer(its.shop).buy(goods)
  expect(bought.statusCode).toBe(201)
  await its.shop.settled()
  const farmer = atSettledDesk(its.shop)
  const ask = (lines: object[], rest: object = {}) =>
    farmer('POST', '/api/orders/1/changes', {
      ...{ id: crypto.randomUUID(), lines, reason: 'Asked on the phone', notifiesBuyer: true },
      ...rest,
    })
  const revision = async () =>
    (await db.selectFrom('orders').select('revision').executeTakeFirstOrThrow()).revision
  const change = async (lines: object[], rest: object = {}) =>
    ask(lines, { revision: await revision(), ...rest })
  const order = async () => (await its.desk('GET', '/api/orders/1')).json()
  const stock = (id: number) => stockOf(its.shop, id)
  const wrong = async () => [await checkBooks(db), await whatIsWrong(its.shop.db)]
  return { ...its, db, beets, bagels, eggs, ask, change, order, stock, wrong }
}

const BALANCED = [[], []]

describe('a change of an order', () => {
  test('says what it would do, and does nothing until it is confirmed', async () => {
    const { ask, order, beets, eggs, stock } = await anOrder()
    const before = await order()
    const said = await ask([
      { productId: beets.id, units: -3 },
      { productId: eggs.id, units: 1 },
    ])
    expect(said.json()).toMatchObject({ isChanged: false, refunded: 1.5, forgone: 0, revision: 0 })
    expect(await order()).toEqual(before)
    expect(await stock(eggs.id)).toBe(4)
  })

  test('swaps goods and gives the difference back, with one refund and one mail', async () => {
    const { db, change, order, beets, eggs, stock, wrong } = await anOrder()
    const answer = await change([
      { productId: beets.id, units: -3, goods: 'missing' },
      { productId: eggs.id, units: 1 },
    ])
    expect(answer.json()).toMatchObject({
      isChanged: true,
      lines: [
        { name: 'Beets', units: -3, amount: -9, goods: 'missing' },
        { name: 'Duck eggs', units: 1, amount: 7.5, goods: null },
      ],
      refunded: 1.5,
      revision: 1,
    })
    const changed = await order()
    expect(changed.total).toBe(23)
    expect(changed.refunds).toMatchObject([{ amount: 1.5, state: 'succeeded' }])
    expect(
      changed.items.map((item: { name: string; quantity: number; standing: number }) => [
        item.name,
        item.quantity,
        item.standing,
      ]),
    ).toEqual([
      ['Beets', 3, 0],
      ['Bagels', 2, 2],
      ['Duck eggs', 0, 1],
    ])
    expect([await stock(beets.id), await stock(eggs.id)]).toEqual([7, 3])
    const mails = await db.selectFrom('outbox').select('kind').orderBy('id').execute()
    expect(mails.map(({ kind }) => kind)).toEqual(['order_confirmed', 'changed'])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('puts what can still be sold on the shelf again, also where nothing was left', async () => {
    const { change, beets, bagels, stock, wrong } = await anOrder()
    const lines = [beets, bagels].map(({ id }) => ({ productId: id, units: -1 }))
    expect((await change(lines)).json().refunded).toBe(10)
    expect([await stock(beets.id), await stock(bagels.id)]).toEqual([8, 1])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('is made once, however often it is sent', async () => {
    const { change, order, beets, wrong } = await anOrder()
    const id = crypto.randomUUID()
    const lines = [{ productId: beets.id, units: -1 }]
    const first = await change(lines, { id })
    expect((await change(lines, { id, revision: 0 })).json()).toEqual(first.json())
    expect((await order()).refunds).toHaveLength(1)
    const other = await change([{ productId: beets.id, units: -2 }], { id })
    expect([other.statusCode, other.json().code]).toEqual([409, 'change-impossible'])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('never costs the buyer more', async () => {
    const { change, order, beets, eggs } = await anOrder()
    const before = await order()
    const dearer = await change([
      { productId: beets.id, units: -1 },
      { productId: eggs.id, units: 1 },
    ])
    expect([dearer.statusCode, dearer.json().message]).toEqual([
      409,
      'That adds $4.50 the card was not charged for. Lower the price, or ask the customer to place a new order.',
    ])
    const above = await change([
      { productId: beets.id, units: -3 },
      { productId: eggs.id, units: 1, price: 8 },
    ])
    expect([above.statusCode, above.json().field]).toEqual([409, 'lines.1.price'])
    expect(await order()).toEqual(before)
    const free = await change([
      { productId: beets.id, units: -1 },
      { productId: eggs.id, units: 1, price: 3 },
    ])
    expect(free.json()).toMatchObject({ isChanged: true, refunded: 0 })
  })

  test('is refused where goods, order or form do not allow it, and leaves all as it was', async () => {
    const { ask, change, order, beets, bagels, eggs } = await anOrder()
    const before = await order()
    const refused = async (lines: object[], rest: object = {}) => {
      const answer = await change(lines, rest)
      return [answer.statusCode, answer.json().message]
    }
    expect(await refused([{ productId: beets.id, units: -4 }])).toEqual([
      409,
      'This order has only 3 of Beets.',
    ])
    expect(await refused([{ productId: eggs.id, units: -1 }])).toEqual([
      409,
      'This product is not in the order.',
    ])
    expect(
      await refused([
        { productId: beets.id, units: -3 },
        { productId: bagels.id, units: -2 },
      ]),
    ).toEqual([409, 'That leaves nothing of the order. Please cancel it instead.'])
    expect(
      await refused([
        { productId: bagels.id, units: -2 },
        { productId: eggs.id, units: 5, price: 0 },
      ]),
    ).toEqual([409, 'Only 4 left of Duck eggs.'])
    expect(
      await refused([
        { productId: beets.id, units: -1 },
        { productId: beets.id, units: -1 },
      ]),
    ).toEqual([409, 'Please list each product only once.'])
    expect(await refused([])).toEqual([409, 'Please change something first.'])
    expect(await refused([{ productId: beets.id, units: -1 }], { revision: 7 })).toEqual([
      409,
      'Order #1 was just changed. Please look at it.',
    ])
    expect((await ask([{ productId: beets.id, units: 0 }])).statusCode).toBe(400)
    expect((await ask([{ productId: beets.id, units: -1, price: 1 }])).statusCode).toBe(400)
    expect(await order()).toEqual(before)
  })

  test('leaves a later cancellation just what is left of goods and money', async () => {
    const { change, cancel, order, beets, eggs, bagels, stock, wrong } = await anOrder()
    await change([
      { productId: beets.id, units: -3, goods: 'missing' },
      { productId: eggs.id, units: 1 },
    ])
    await cancel(1)
    const refunds: { amount: number }[] = (await order()).refunds
    expect(refunds.map(({ amount }) => amount).sort()).toEqual([1.5, 21.5])
    const shelf = async () => Promise.all([beets, bagels, eggs].map(({ id }) => stock(id)))
    expect(await shelf()).toEqual([7, 2, 4])
    const late = await change([{ productId: bagels.id, units: -1 }])
    expect([late.statusCode, late.json().code]).toEqual([409, 'order-cancelled'])
    expect([await shelf(), await wrong()]).toEqual([[7, 2, 4], BALANCED])
  })

  test('gives back what is left where refunds took the rest before', async () => {
    const { change, desk, beets, bagels, wrong } = await anOrder()
    await desk('POST', '/api/orders/1/refunds', { amount: 20, reason: 'Sorry' })
    const answer = await change([{ productId: bagels.id, units: -1 }])
    expect(answer.json()).toMatchObject({ refunded: 3, forgone: 4 })
    expect((await change([{ productId: beets.id, units: -1 }])).json()).toMatchObject({
      refunded: 0,
      forgone: 3,
    })
    expect(await wrong()).toEqual(BALANCED)
  })

  test('waits while the payment is on its way', async () => {
    const { db, change, beets } = await anOrder()
    await write(db, (tx) => tx.updateTable('payments').set({ state: 'capturing' }).execute())
    const answer = await change([{ productId: beets.id, units: -1 }])
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not-now'])
  })
})
