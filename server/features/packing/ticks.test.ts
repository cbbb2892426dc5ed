import { describe, expect, test } from 'vitest'
import { subscribe, write } from '#server/db/write.ts'
import { setCollected, setPacked } from '#server/features/market/pack-order.ts'
import { erasePerson } from '#server/features/orders/erase-person.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aTroubledShop } from '#tests/a-troubled-shop.ts'

async function anOrder() {
  const its = await aTroubledShop()
  await aKeyedBuyer(its.shop).buy(orderBody([[its.eggs, 3]]))
  await its.shop.settled()
  const order = () =>
    its.shop.db.selectFrom('orders').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
  const history = async () =>
    (
      await its.shop.db
        .selectFrom('audit')
        .select(['before', 'after'])
        .where('subject', '=', 'order:1')
        .orderBy('id')
        .execute()
    ).map(({ before, after }) => ({ before, after }))
  const sent: number[] = []
  subscribe(its.shop.db, (events) => {
    for (const event of events) if (event.kind === 'orders') sent.push(event.orderId)
  })
  const pack = (body: object) => its.desk('PUT', '/api/orders/1/packed', body)
  const collect = (collected: boolean) => its.desk('PUT', '/api/orders/1/collected', { collected })
  const setStatus = (status: string) => its.desk('PUT', '/api/orders/1/status', { status })
  return { ...its, order, history, told: sent, pack, collect, setStatus }
}

const NOW = '2026-11-18T18:00:00.000Z'

describe('packing', () => {
  test('sets a pending order to processing, and unpacking back', async () => {
    const { pack, history, told: sent, order, desk } = await anOrder()
    expect((await pack({ packed: true, boxes: 3 })).json()).toEqual({
      ...{ id: 1, status: 'processing', boxes: 3, packedAt: NOW, collectedAt: null },
    })
    expect((await pack({ packed: false })).json()).toMatchObject({
      ...{ status: 'pending', boxes: 3, packedAt: null },
    })
    expect(sent).toEqual([1, 1])
    expect(await history()).toMatchObject([
      {
        before: { packed: false, boxes: 1 },
        after: { packed: true, status: 'processing', boxes: 3 },
      },
      {
        before: { packed: true, status: 'processing' },
        after: { packed: false, status: 'pending' },
      },
    ])
    expect((await order()).revision).toBe(0)
    const events = (await desk('GET', '/api/orders/1')).json().history
    expect(events).toMatchObject([
      { kind: 'placed' },
      { kind: 'noted', reason: 'Order #1 was packed into 3 boxes' },
      { kind: 'noted', reason: 'Order #1 is to be packed again' },
    ])
  })

  test('leaves a status alone that the farmer had set, or sets meanwhile', async () => {
    const { pack, setStatus } = await anOrder()
    await setStatus('processing')
    await pack({ packed: true })
    expect((await pack({ packed: false })).json().status).toBe('processing')
    await setStatus('pending')
    expect((await pack({ packed: true })).json().status).toBe('processing')
    await setStatus('shipped')
    await setStatus('processing')
    expect((await pack({ packed: false })).json().status).toBe('processing')
  })

  test('twice is packed once, at the first one’s time; boxes may change', async () => {
    const { pack, history, minutes, told: sent } = await anOrder()
    await pack({ packed: true })
    minutes(5)
    expect((await pack({ packed: true })).json()).toMatchObject({ packedAt: NOW, boxes: 1 })
    expect((await pack({ packed: true, boxes: 2 })).json()).toMatchObject({
      packedAt: NOW,
      boxes: 2,
    })
    expect([(await history()).length, sent.length]).toEqual([2, 2])
  })

  test('by two people at once leaves one of them in the history, and both read the same', async () => {
    const { shop, history } = await anOrder()
    const both = await Promise.all([1, 2].map(() => setPacked(shop.shop, 1, { packed: true })))
    expect(both[0]).toEqual(both[1])
    expect(await history()).toHaveLength(1)
    const opposite = await Promise.all(
      [true, false].map((packed) => setPacked(shop.shop, 1, { packed })),
    )
    expect(opposite.map(({ packedAt }) => packedAt !== null)).toEqual([true, false])
  })

  test('says that it is, and has 1 to 99 boxes', async () => {
    const { pack } = await anOrder()
    for (const [body, message] of [
      [{ packed: true, boxes: 0 }, 'An order has at least 1 box.'],
      [{ packed: true, boxes: 100 }, 'At most 99 boxes, please.'],
      [{ packed: 1 }, 'Please say whether it is packed.'],
      [{}, 'Please say whether it is packed.'],
    ] as const) {
      const answer = await pack(body)
      expect([answer.statusCode, answer.body]).toEqual([400, message])
    }
  })

  test('of a cancelled order, or of none, is refused', async () => {
    const { pack, collect, setStatus, desk, order } = await anOrder()
    await pack({ packed: true })
    await setStatus('cancelled')
    expect(await order()).toMatchObject({ packed_at: null, processed_by_packing: false })
    for (const answer of [await pack({ packed: true }), await collect(true)])
      expect([answer.statusCode, answer.body]).toEqual([
        409,
        'Order #1 was canceled. Please put its goods back.',
      ])
    expect((await desk('PUT', '/api/orders/9/packed', { packed: true })).statusCode).toBe(404)
  })

  test('is undone when goods of the box are given back', async () => {
    const { pack, desk, eggs, order } = await anOrder()
    await pack({ packed: true })
    const refund = (more: object) =>
      desk('POST', '/api/orders/1/refunds', { amount: 1, reason: 'Cracked', ...more })
    await refund({})
    expect((await order()).packed_at).toBe(NOW)
    await refund({ missing: [{ productId: eggs.id, quantity: 1 }] })
    expect(await order()).toMatchObject({ packed_at: null, status: 'pending' })
  })

  test.each([
    ['back to pending where packing had set it', 'pending'],
    ['and stays processing where the farmer had', 'processing'],
  ])('is undone by a change of the goods, which the desk hears: %s', async (_, status) => {
    const { shop, pack, desk, eggs, order, setStatus } = await anOrder()
    const heard: number[] = []
    subscribe(shop.db, (events) => {
      for (const event of events)
        if (event.kind === 'orders' && event.isUnpacked) heard.push(event.orderId)
    })
    const lessEggs = async () => {
      const lines = [{ productId: eggs.id, units: -1 }]
      const { revision } = await order()
      const change = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: false, revision }
      expect((await desk('POST', '/api/orders/1/changes', change)).statusCode).toBe(200)
    }
    if (status === 'processing') await setStatus(status)
    await lessEggs()
    expect(heard).toEqual([])
    await pack({ packed: true })
    await lessEggs()
    expect(await order()).toMatchObject({ packed_at: null, status, processed_by_packing: false })
    expect(heard).toEqual([1])
  })
})

describe('an order that was handed over', () => {
  test('is delivered, and taken back it is what it was before', async () => {
    const { collect, minutes, history, order, pack } = await anOrder()
    await pack({ packed: true })
    expect((await collect(true)).json()).toMatchObject({ status: 'delivered', collectedAt: NOW })
    minutes(1)
    expect((await collect(true)).json().collectedAt).toBe(NOW)
    expect((await collect(false)).json()).toMatchObject({ status: 'processing', collectedAt: null })
    expect((await history()).slice(1)).toMatchObject([
      { after: { note: 'Order #1 was handed over' } },
      { after: { note: 'Order #1 was taken back' } },
    ])
    expect((await order()).revision).toBe(0)
    expect((await pack({ packed: false })).json().status).toBe('pending')
  })

  test('keeps the status that the farmer sets later, also when it is taken back', async () => {
    const { collect, setStatus } = await anOrder()
    await collect(true)
    await setStatus('shipped')
    expect((await collect(false)).json()).toMatchObject({ status: 'shipped', collectedAt: null })
    expect((await collect(true)).json().status).toBe('delivered')
    expect((await collect(false)).json().status).toBe('shipped')
  })

  test('brings its goods back where it was taken back and is cancelled then', async () => {
    const { shop, collect, setStatus, eggs } = await anOrder()
    await collect(true)
    await setStatus('processing')
    await collect(false)
    await setStatus('cancelled')
    const stock = shop.db.selectFrom('products').select('stock').where('id', '=', eggs.id)
    expect(await stock.executeTakeFirst()).toEqual({ stock: 10 })
  })

  test('once, whoever ticks at the same time', async () => {
    const { shop, history } = await anOrder()
    await Promise.all([1, 2, 3].map(() => setCollected(shop.shop, 1, true)))
    expect(await history()).toHaveLength(1)
  })

  test('brings no goods back when it is cancelled: they left', async () => {
    const { shop, collect, setStatus, eggs } = await anOrder()
    await collect(true)
    await setStatus('cancelled')
    const stock = shop.db.selectFrom('products').select('stock').where('id', '=', eggs.id)
    expect(await stock.executeTakeFirst()).toEqual({ stock: 7 })
  })
})

describe('the farm’s own note', () => {
  test('is kept, on no receipt, and goes with the customer', async () => {
    const { shop, desk, order, history } = await anOrder()
    const note = (body: object) => desk('PUT', '/api/orders/1/farm-note', body)
    expect((await note({ farmNote: ' Call Ada first. ' })).json()).toEqual({
      ...{ id: 1, farmNote: 'Call Ada first.' },
    })
    const receipt = await shop.inject({ url: `/api/receipts/${(await order()).receipt_secret}` })
    expect([receipt.statusCode, receipt.body]).toEqual([
      200,
      expect.not.stringContaining('Call Ada'),
    ])
    await write(shop.db, (tx) => tx.updateTable('orders').set({ pickup_name: 'Ben' }).execute())
    await write(shop.db, (tx) => erasePerson(tx, 1, NOW))
    expect(await order()).toMatchObject({ farm_note: null, pickup_name: null })
    expect(JSON.stringify(await history())).not.toContain('Call Ada')
  })

  test('of an older form never undoes a newer one', async () => {
    const { desk } = await anOrder()
    const note = (body: object) => desk('PUT', '/api/orders/1/farm-note', body)
    await note({ farmNote: 'Cold box', base: { farmNote: null } })
    const older = await note({ farmNote: 'Ring', base: { farmNote: null } })
    expect([older.statusCode, older.body]).toEqual([
      409,
      expect.stringContaining('The farm’s note is now “Cold box”'),
    ])
    expect(
      (await note({ farmNote: '', base: { farmNote: 'Cold box' } })).json().farmNote,
    ).toBeNull()
    expect((await note({ farmNote: '4111 1111 1111 1111' })).statusCode).toBe(400)
  })
})
