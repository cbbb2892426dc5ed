import { describe, expect, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { eraseOldPersons } from '#server/features/orders/erase-person.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'

async function aPhone() {
  const shop = await aShop()
  const { db } = shop
  const eggs = await aProduct(db, { name: 'Farm Eggs', price: 500, stock: 10 })
  const days = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.order_until', 'places.key', 'market_days.closes_at'])
    .where('places.kind', '=', 'pickup')
    .orderBy('day')
    .orderBy('market_days.id')
    .execute()
  const day = days[0] ?? expect.fail('There is no market day.')
  const ask = atDesk(shop)
  const draft = (more: object = {}) => ({
    id: crypto.randomUUID(),
    customerName: 'Ada Miller',
    marketDayId: day.id,
    items: [{ productId: eggs.id, quantity: 3, price: 5 }],
    total: 15,
    paidBy: null,
    ...more,
  })
  const place = (more: object = {}) => ask('POST', '/api/desk/orders', draft(more))
  const tender = (kind: string, amount: number, more: object = {}, order = 1) =>
    ask('POST', `/api/orders/${order}/tenders`, {
      ...{ id: crypto.randomUUID(), kind, way: 'Cash', amount, ...more },
    })
  const order = async (id = 1) => (await ask('GET', `/api/orders/${id}`)).json()
  const stock = async () =>
    (await db.selectFrom('products').select('stock').executeTakeFirstOrThrow()).stock
  const wrong = async () => [await checkBooks(db), await whatIsWrong(db)]
  return { shop, db, eggs, day, ask, draft, place, tender, order, stock, wrong }
}

const BALANCED = [[], []]

describe('an order that the farmer writes down', () => {
  test('takes stock and a place of the day, is due, and is made once by its id', async () => {
    const { ask, draft, order, stock, db, wrong } = await aPhone()
    const body = draft({ customerPhone: '605 555 0100' })
    const [one, again] = [
      await ask('POST', '/api/desk/orders', body),
      await ask('POST', '/api/desk/orders', body),
    ]
    expect(one.statusCode).toBe(201)
    expect(again.json()).toEqual(one.json())
    expect(one.json()).toMatchObject({ id: 1, isMailed: false })
    expect(await order()).toMatchObject({
      ...{ paymentMethod: 'other', paymentStatus: 'unpaid', total: 15, testMode: false },
      ...{ balance: { worth: 15, paid: 0, due: 15, ways: [] }, isErased: false },
      ...{ customerEmail: '', customerPhone: '605 555 0100', pickupLocation: 'farmers_market' },
    })
    expect(await stock()).toBe(7)
    expect(await db.selectFrom('payments').selectAll().execute()).toEqual([])
    expect(await wrong()).toEqual(BALANCED)
    const other = await ask('POST', '/api/desk/orders', { ...body, customerName: 'Bea' })
    expect([other.statusCode, other.json().field]).toEqual([409, 'id'])
  })

  test('may be paid at once, which is noted as any money, and is due no more', async () => {
    const { db, place, order, wrong } = await aPhone()
    const id = crypto.randomUUID()
    const both = await Promise.all([1, 2].map(() => place({ id, paidBy: 'Venmo' })))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([201, 201])
    expect(await order()).toMatchObject({
      paymentStatus: 'completed',
      balance: { paid: 15, due: 0, ways: ['Venmo'] },
      tenders: [{ way: 'Venmo', amount: 15 }],
      history: [{ kind: 'placed' }, { reason: '$15.00 by Venmo was paid for order #1' }],
    })
    const noted = db.selectFrom('stall_commands').select(['id', 'kind', 'order_id', 'counts'])
    expect(await noted.execute()).toEqual([{ id, kind: 'pay', order_id: 1, counts: true }])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('may be made after ordering ended, and books find it not late', async () => {
    const { shop, day, place, wrong } = await aPhone()
    shop.clock.now = new Date(Date.parse(day.order_until) + 2 * HOUR)
    expect((await place()).statusCode).toBe(201)
    expect(await wrong()).toEqual(BALANCED)
    shop.clock.now = new Date(day.closes_at)
    const late = await place()
    expect([late.statusCode, late.json().message]).toEqual([409, 'That market day is over.'])
  })

  test('of a full day asks before the day takes one more', async () => {
    const { db, day, place, wrong } = await aPhone()
    await write(db, (tx) =>
      tx.updateTable('market_days').set({ capacity: 1 }).where('id', '=', day.id).execute(),
    )
    expect((await place()).statusCode).toBe(201)
    const requested = await place()
    expect([requested.statusCode, requested.json().code]).toEqual([409, 'day-full'])
    expect((await place({ makesRoom: true })).statusCode).toBe(201)
    const row = db.selectFrom('market_days').select(['taken', 'capacity']).where('id', '=', day.id)
    expect(await row.executeTakeFirst()).toEqual({ taken: 2, capacity: 2 })
    expect(await wrong()).toEqual(BALANCED)
  })

  test('costs the shop’s price or less, and nothing else than was shown', async () => {
    const { eggs, place, stock, order } = await aPhone()
    const items = (price: number) => [{ productId: eggs.id, quantity: 3, price }]
    const dearer = await place({ items: items(5.5), total: 16.5 })
    expect([dearer.statusCode, dearer.json().field]).toEqual([400, 'items.0.price'])
    const mistaken = await place({ total: 14 })
    expect([mistaken.statusCode, mistaken.json().code]).toEqual([409, 'price-changed'])
    expect((await place({ items: items(4), total: 12 })).statusCode).toBe(201)
    expect(await order()).toMatchObject({ total: 12, balance: { due: 12 } })
    const tooMany = await place({
      items: [{ productId: eggs.id, quantity: 8, price: 5 }],
      total: 40,
    })
    expect([tooMany.statusCode, tooMany.json().message]).toEqual([409, 'Only 7 left of Farm Eggs.'])
    expect(await stock()).toBe(7)
  })

  test('may be a gift, which lists name as a buyer’s', async () => {
    const { ask, place, order } = await aPhone()
    const said = { isGift: true, giftTo: 'Ruth Gray', giftMessage: 'Get well!', giftPrices: true }
    expect((await place({ ...said, giftPhone: '605 555 0199' })).statusCode).toBe(201)
    expect(await order()).toMatchObject(said)
    expect((await order()).giftPhone).toBeUndefined()
    const handed = await ask('GET', '/api/days/2026-11-21/hand-over')
    expect(handed.json().orders).toMatchObject([{ isGift: true, giftTo: 'Ruth Gray' }])
    const card = await place({ ...said, giftMessage: 'My card is 4242 4242 4242 4242' })
    expect([card.statusCode, card.json().field]).toEqual([400, 'giftMessage'])
    const nobody = await place({ ...said, giftTo: '---' })
    expect([nobody.statusCode, nobody.json().field]).toEqual([400, 'giftTo'])
  })

  test('takes a gift along for nothing, which is packed and kept by the books', async () => {
    const { db, eggs, place, order, stock, ask, wrong } = await aPhone()
    const jam = await aProduct(db, { name: 'Jam', price: 700, stock: 4 })
    const items = [
      { productId: jam.id, quantity: 2, price: 0 },
      { productId: eggs.id, quantity: 3, price: 5 },
    ]
    const alone = await place({ items: items.slice(0, 1), total: 0 })
    expect([alone.statusCode, alone.json().field]).toEqual([400, 'items'])
    expect((await place({ items, paidBy: 'Cash' })).statusCode).toBe(201)
    expect(await order()).toMatchObject({
      ...{ total: 15, balance: { worth: 15, due: 0 } },
      items: [
        { name: 'Farm Eggs', standing: 3 },
        { name: 'Jam', quantity: 0, standing: 2 },
      ],
    })
    const jams = db.selectFrom('products').select('stock').where('id', '=', jam.id)
    expect(await jams.executeTakeFirst()).toEqual({ stock: 2 })
    const pack = await ask('GET', '/api/days/2026-11-21/pack')
    expect(pack.json().orders[0].items.map(({ units }: { units: number }) => units)).toEqual([3, 2])
    await ask('PUT', '/api/orders/1/status', { status: 'cancelled' })
    expect([await stock(), await jams.executeTakeFirst()]).toEqual([10, { stock: 4 }])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('is delivered where the farm delivers, for the fee that was agreed, and keeps the phone of its recipient', async () => {
    const { place, order, wrong } = await aPhone()
    const to = { address: '1 Main St', city: 'Hot Springs', zipCode: '57747' }
    const gift = { isGift: true, giftTo: 'Ruth Gray', giftPhone: '605 555 0199' }
    const delivered = { marketDayId: null, shippingAddress: to, deliveryFee: 2.5, total: 17.5 }
    expect((await place({ ...delivered, ...gift })).statusCode).toBe(201)
    expect(await order()).toMatchObject({
      ...{ deliveryMethod: 'shipping', deliveryFee: 2.5, balance: { due: 17.5 }, ...gift },
      shippingAddress: { ...to, state: 'SD' },
    })
    const usual = await place({ marketDayId: null, shippingAddress: to, total: 20 })
    expect(usual.statusCode).toBe(201)
    const nowhere = await place({ marketDayId: null })
    expect([nowhere.statusCode, nowhere.json().field]).toEqual([400, 'marketDayId'])
    expect(await wrong()).toEqual(BALANCED)
  })
})

describe('money without a card', () => {
  test('is taken in parts and given back, each once, never more than is due or was paid', async () => {
    const { place, tender, order, wrong } = await aPhone()
    await place()
    const id = crypto.randomUUID()
    await tender('taken', 10, { id })
    const again = await tender('taken', 10, { id })
    expect(again.json()).toMatchObject({ balance: { paid: 10, due: 5 } })
    const more = await tender('taken', 5.01, { way: 'Check', note: 'No. 12' })
    expect([more.statusCode, more.json()]).toMatchObject([
      409,
      { field: 'amount', message: 'Only $5.00 is due for order #1.' },
    ])
    await tender('taken', 5, { way: 'Check', note: 'No. 12' })
    expect((await order()).paymentStatus).toBe('completed')
    const tooMuch = await tender('given-back', 15.01)
    expect(tooMuch.json().message).toBe('Only $15.00 was paid for order #1.')
    await tender('given-back', 10)
    expect(await order()).toMatchObject({
      paymentStatus: 'unpaid',
      balance: { worth: 15, paid: 5, due: 10, ways: ['Check'] },
    })
    const other = await tender('taken', 9, { id })
    expect([other.statusCode, other.json().field]).toEqual([409, 'id'])
    const unknown = await tender('taken', 1, { way: 'Bitcoin' })
    expect([unknown.statusCode, unknown.json().field]).toEqual([400, 'way'])
    const card = await tender('taken', 1, { note: '4242 4242 4242 4242' })
    expect([card.statusCode, card.json().code]).toEqual([400, 'card-number-in-text'])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('is due less after a change, and given back where too much was paid', async () => {
    const { ask, place, tender, order, eggs, wrong } = await aPhone()
    await place()
    const change = async (units: number) => {
      const body = { id: crypto.randomUUID(), lines: [{ productId: eggs.id, units }] }
      const { revision } = (
        await ask('POST', '/api/orders/1/changes', { ...body, reason: '', notifiesBuyer: false })
      ).json()
      return ask('POST', '/api/orders/1/changes', {
        ...{ ...body, reason: '', notifiesBuyer: false, revision },
      })
    }
    expect((await change(-1)).json()).toMatchObject({ refunded: 0, forgone: 0, isChanged: true })
    expect(await order()).toMatchObject({ balance: { worth: 10, due: 10 } })
    await tender('taken', 10)
    await change(-1)
    const changed = await order()
    expect(changed).toMatchObject({ balance: { worth: 5, paid: 10, due: -5 } })
    expect(changed.changes).toMatchObject([{ forgone: 0 }, { forgone: 0 }])
    const attention = (await ask('GET', '/api/orders?status=needs-attention')).json()
    expect(attention).toMatchObject([{ id: 1 }])
    await tender('given-back', 5)
    expect((await ask('GET', '/api/orders?status=needs-attention')).json()).toEqual([])
    expect(await wrong()).toEqual(BALANCED)
  })

  test('of an order that is cancelled is to be given back, and is no card’s refund', async () => {
    const { db, ask, place, tender, stock, order, wrong } = await aPhone()
    await place({ paidBy: 'Cash' })
    const all = (status: string) => ask('POST', '/api/orders/status', { ids: [1], status })
    expect((await all('cancelled')).json()).toEqual({ changed: [1], refused: [] })
    expect(await db.selectFrom('refunds').selectAll().execute()).toEqual([])
    expect((await all('pending')).json().refused[0].message).toMatch(/^This order was canceled\./)
    expect(await order()).toMatchObject({ balance: { worth: 0, paid: 15, due: -15 } })
    expect(await stock()).toBe(10)
    expect((await tender('given-back', 15)).json()).toMatchObject({ balance: { due: 0 } })
    expect(await wrong()).toEqual(BALANCED)
  })

  test('is never taken for an order that a card pays; there, and given back beyond what was taken, the books find it', async () => {
    const { shop, db, eggs, place, tender } = await aPhone()
    await place()
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
    const cash = await tender('taken', 1, {}, 2)
    expect([cash.statusCode, cash.json().code]).toEqual([409, 'payment-mismatch'])
    const moved = (order_id: number, amount_cents: number) => ({
      ...{ id: crypto.randomUUID(), order_id, sale_id: null, name: 'Cash', is_cash: true },
      ...{ amount_cents, note: null, market_day_id: null, at: shop.clock.now.toISOString() },
    })
    await write(db, (tx) =>
      tx
        .insertInto('tenders')
        .values([moved(1, -500), moved(2, 700), moved(2, -700)])
        .execute(),
    )
    expect(await checkBooks(db)).toMatchObject([
      { law: 'tenders', subject: 'order:1', found: -500, expected: 0 },
      { law: 'tenders', subject: 'order:2', found: 0, expected: 0 },
    ])
  })

  test('is where the list of unpaid orders looks, as the mark at each order', async () => {
    const { ask, place, tender } = await aPhone()
    await place()
    await place()
    await tender('taken', 15)
    const listed = (await ask('GET', '/api/orders?status=unpaid')).json()
    expect(listed).toMatchObject([{ id: 2 }])
  })

  test('lies in the box of the market day on which it was taken', async () => {
    const { shop, db, day, place, tender } = await aPhone()
    await place()
    await tender('taken', 5)
    shop.clock.now = new Date(Date.parse(day.closes_at) - 60_000)
    await tender('taken', 5)
    const days = db.selectFrom('tenders').select('market_day_id').orderBy('at')
    expect((await days.execute()).map(({ market_day_id }) => market_day_id)).toEqual([null, day.id])
  })

  test('leaves nothing to refund by a card, and the desk says what to do instead', async () => {
    const { place, ask, order } = await aPhone()
    await place({ paidBy: 'Cash' })
    expect((await order()).payment).toMatchObject({ reference: null, left: 0 })
    const refused = await ask('POST', '/api/orders/1/refunds', { amount: 5, reason: 'Frost' })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Order #1 was not paid by card. Under Payment, note what you give back.',
    ])
  })
})

describe('a customer without an email address', () => {
  test('gets no mail, and whoever has one gets what is due by mail', async () => {
    const its = await aPhone()
    const { shop } = its
    const mailbox = aMailbox()
    shop.shop.mail = mailbox.mailer
    await its.place({ customerEmail: '' })
    const written = await its.place({ customerEmail: 'ada@example.com' })
    expect(written.json()).toMatchObject({ isMailed: true })
    await shop.settled()
    await expect.poll(() => mailbox.letters.length).toBe(1)
    expect(mailbox.letters[0]).toMatchObject({
      to: 'ada@example.com',
      subject: 'We received your order #2',
      text: expect.stringContaining('Please pay $15.00 when you pick it up.'),
    })
  })

  test('is found by name and phone, exported, and erased once nothing is due', async () => {
    const { shop, ask, place, tender, order } = await aPhone()
    await place({ customerPhone: '605 555 0100', farmNote: 'Side door' })
    for (const text of ['miller', '605 555 0100', '1'])
      expect(
        (await ask('GET', `/api/orders?text=${encodeURIComponent(text)}`)).json(),
      ).toHaveLength(1)
    expect((await ask('GET', '/api/orders.csv')).body).toContain('Ada Miller,,605 555 0100')
    shop.clock.now = new Date('2027-02-01T12:00:00.000Z')
    const erase = () => ask('DELETE', '/api/orders/1/person')
    expect((await erase()).json().message).toBe(
      '$15.00 is still due for this order. Take the payment or cancel it first.',
    )
    await tender('taken', 15, { note: 'Ada’s check' })
    expect((await order()).isErased).toBe(false)
    expect((await erase()).json()).toMatchObject({
      ...{ isErased: true, customerName: 'Erased customer', customerPhone: null, farmNote: null },
      tenders: [{ note: null }],
    })
    expect((await ask('GET', '/api/orders?text=miller')).json()).toEqual([])
    const sent = JSON.stringify(await shop.db.selectFrom('audit').selectAll().execute())
    expect(sent).not.toContain('Ada')
  })

  test('is erased with the others when the months are over', async () => {
    const { shop, ask, place, order } = await aPhone()
    await place({ paidBy: 'Cash' })
    const months = { key: 'erase_orders_after_months', value: '12', description: '' }
    expect((await ask('POST', '/api/settings', months)).statusCode).toBe(201)
    shop.clock.now = new Date('2028-02-01T12:00:00.000Z')
    await eraseOldPersons(shop.shop)
    expect((await order()).isErased).toBe(true)
  })
})

describe('goods that are added to an order', () => {
  const EGG = (productId: number, quantity: number) => ({
    ...{ items: [{ productId, quantity, price: 5 }], total: 5 * quantity },
  })

  /** A card order of two dozen eggs for the day, and `add` for more of them. */
  async function aCardOrder() {
    const phone = await aPhone()
    const person = { customerEmail: 'kate@example.com', customerPhone: '605 555 0118' }
    const bought = await aKeyedBuyer(phone.shop).buy(
      orderBody([[phone.eggs, 2]], { customerName: 'Kate Byrne', ...person }),
    )
    const { id, receiptUrl } = bought.json()
    await phone.shop.settled()
    const add = (quantity: number, more: object = {}) =>
      phone.place({ ...EGG(phone.eggs.id, quantity), addTo: id, ...more })
    const receipt = async (url: string) =>
      (await phone.ask('GET', url.replace('/o/', '/api/receipts/'))).json()
    return { ...phone, id, receiptUrl, add, receipt }
  }

  test('are an order of their own in its box: the card is charged once, and one sum is due', async () => {
    const { shop, db, ask, id, add, order, stock, wrong } = await aCardOrder()
    const revenue = async () => (await ask('GET', '/api/analytics/dashboard')).json().totalRevenue
    const before = [await revenue(), await db.selectFrom('payments').selectAll().execute()]
    const draft = { id: crypto.randomUUID() }
    const [one, again] = [await add(1, draft), await add(1, draft)]
    expect([one.statusCode, again.json()]).toEqual([201, one.json()])
    const added = one.json().id as number
    expect(await order(added)).toMatchObject({
      ...{ customerName: 'Kate Byrne', customerEmail: 'kate@example.com', packedWith: [id] },
      ...{ paymentMethod: 'other', total: 5, balance: { due: 5 }, deliveryFee: 0 },
    })
    expect(await order(id)).toMatchObject({ total: 10, packedWith: [added] })
    expect(await order(id)).not.toHaveProperty('balance')
    expect([await revenue(), await db.selectFrom('payments').selectAll().execute()]).toEqual(before)
    expect(await stock()).toBe(7)
    expect(await wrong()).toEqual(BALANCED)
    await shop.settled()
    const more = (await add(1, { addTo: added })).json().id as number
    expect(await order(id)).toMatchObject({ packedWith: [added, more] })
    expect(await wrong()).toEqual(BALANCED)
  })

  test('stand in one box on every list of the day, and on the receipts with what is due', async () => {
    const { ask, id, add, receipt, receiptUrl } = await aCardOrder()
    const { id: added, receiptUrl: own } = (await add(1)).json()
    for (const list of ['pack', 'hand-over', 'labels']) {
      const { orders, labels } = (await ask('GET', `/api/days/2026-11-21/${list}`)).json()
      const boxes: { id?: number; orderId?: number; packedWith?: number[] }[] = orders ?? labels
      expect(boxes.map((box) => [box.id ?? box.orderId, box.packedWith]).sort()).toEqual([
        [id, [added]],
        [added, [id]],
      ])
    }
    expect((await receipt(receiptUrl)).sameBox).toEqual([{ id: added, due: 5 }])
    expect((await receipt(own)).sameBox).toEqual([{ id, due: 0 }])
  })

  test('stay where the first is cancelled, and the first stays where they are', async () => {
    const { ask, id, add, order, stock, receipt, receiptUrl, wrong } = await aCardOrder()
    const [one, two] = [(await add(1)).json().id, (await add(2)).json().id]
    await ask('PUT', `/api/orders/${one}/status`, { status: 'cancelled' })
    expect(await order(id)).toMatchObject({ status: 'pending', packedWith: [two] })
    expect((await receipt(receiptUrl)).sameBox).toEqual([{ id: two, due: 10 }])
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    expect(await order(two)).toMatchObject({ status: 'pending', balance: { due: 10 } })
    expect(await order(two)).not.toHaveProperty('packedWith')
    expect(await stock()).toBe(8)
    // Once the first order is canceled, more goods join what is left of its box.
    const more = (await add(1, { addTo: two })).json().id
    expect(await order(more)).toMatchObject({ packedWith: [two] })
    expect(await wrong()).toEqual(BALANCED)
  })

  test('obey the stock, need no room in a full day, and go to no order that is gone', async () => {
    const { shop, db, ask, id, add, order, stock, day, wrong } = await aCardOrder()
    const full = { capacity: 1, taken: 1 }
    await write(db, (tx) =>
      tx.updateTable('market_days').set(full).where('id', '=', day.id).execute(),
    )
    const row = db.selectFrom('market_days').select(['capacity', 'taken']).where('id', '=', day.id)
    const room = () => row.executeTakeFirst()
    const codeOf = async (answer: ReturnType<typeof add>) => {
      const { statusCode, json } = await answer
      return [statusCode, json().code, json().field]
    }
    expect(await codeOf(add(9))).toEqual([409, 'sold-out', undefined])
    expect((await add(1)).statusCode).toBe(201)
    expect(await room()).toEqual(full)
    expect(await codeOf(add(1, { addTo: 99 }))).toEqual([404, 'not-found', 'addTo'])
    expect(await codeOf(add(1, { marketDayId: null }))).toEqual([400, 'invalid', 'marketDayId'])
    await ask('PUT', `/api/orders/${id}/collected`, { collected: true })
    expect(await codeOf(add(1))).toEqual([409, 'change-impossible', 'addTo'])
    await ask('PUT', `/api/orders/${id}/collected`, { collected: false })
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    expect(await codeOf(add(1))).toEqual([409, 'order-cancelled', 'addTo'])
    expect([await stock(), (await order(2)).packedWith]).toEqual([9, undefined])
    // The box stays, with what was added, until that is canceled too.
    expect(await room()).toEqual(full)
    await ask('PUT', '/api/orders/2/status', { status: 'cancelled' })
    expect(await room()).toEqual({ capacity: 1, taken: 0 })
    for (const status of ['cancelled', 'pending'])
      for (const one of [id, 2]) await ask('PUT', `/api/orders/${one}/status`, { status })
    expect(await room()).toEqual(full)
    await shop.settled()
    expect(await wrong()).toEqual(BALANCED)
  })

  test('promise no unit twice, however many add the last ones at once', async () => {
    const { add, stock, wrong } = await aCardOrder()
    const all = await Promise.all(Array.from({ length: 6 }, () => add(3)))
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409])
    expect(await stock()).toBe(2)
    expect(await wrong()).toEqual(BALANCED)
  })
})

test('goods added to a delivery go to its address, without a second fee', async () => {
  const { shop, eggs, place, order } = await aPhone()
  const to = { address: '1 Elm St', city: 'Hot Springs', state: 'SD', zipCode: '57747' }
  const bought = await aKeyedBuyer(shop).buy(
    orderBody([[eggs, 4]], {
      ...{ deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: to },
    }),
  )
  expect(bought.statusCode, bought.body).toBe(201)
  const { id } = bought.json()
  await shop.settled()
  const items = [{ productId: eggs.id, quantity: 1, price: 5 }]
  const added = await place({ addTo: id, marketDayId: null, items, total: 5 })
  expect(added.statusCode, added.body).toBe(201)
  expect(await order(added.json().id)).toMatchObject({
    ...{ deliveryMethod: 'shipping', shippingAddress: to, deliveryFee: 0, total: 5 },
  })
})
