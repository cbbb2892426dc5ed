import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aBareBuyer, aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { dayIdOf, setDay, stockOf } from '#tests/shop-rows.ts'

const DAY = '2026-11-21'
const END_OF_ORDERING = '2026-11-21T07:00:00.000Z'
const FOREIGN = `${'B'.repeat(21)}A`

/** Order #1 of ten eggs for $50.00, paid by card, and what its buyer may add. */
async function anOrder({ env = {}, way = {} } = {}) {
  const mailbox = aMailbox()
  const shop = await aShop({ env })
  shop.shop.mail = mailbox.mailer
  const { db } = shop
  const eggs = await aProduct(db, { name: 'Farm Eggs', price: 500, stock: 20 })
  const body = orderBody([[eggs, 10]], { customerName: 'Kate Byrne', ...way })
  const { receiptUrl, id } = (await aKeyedBuyer(shop).buy(body)).json()
  await shop.settled()
  const secret: string = receiptUrl.replace('/o/', '')
  const bodyOf = (units: number, more: object = {}) => {
    const { orderData, items } = orderBody([[eggs, units]], { ...way, addTo: secret, ...more })
    return { orderData: { ...orderData, total: units * 5 }, items }
  }
  const add = (units: number, more: object = {}) => aKeyedBuyer(shop).buy(bodyOf(units, more))
  const ask = atSettledDesk(shop)
  const order = async (of: number) => (await ask('GET', `/api/orders/${of}`)).json()
  const room = async () => {
    const days = db.selectFrom('market_days').select(['capacity', 'taken'])
    return days.where('id', '=', await dayIdOf(shop, DAY)).executeTakeFirst()
  }
  const stock = () => stockOf(shop)
  const wrong = async () => [await checkBooks(db), await whatIsWrong(db)]
  return {
    ...{ shop, db, eggs, id, secret, bodyOf, add, ask, order },
    setDay: (set: object) => setDay(shop, DAY, set),
    ...{ room, stock, wrong, mailbox },
  }
}

const codeOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]

describe('what a buyer adds to an order', () => {
  test('is one of its own in the same box, paid by its own card payment, and of the first one’s buyer', async () => {
    const { shop, db, id, add, ask, order, setDay, room, stock, wrong } = await anOrder()
    const payments = () => db.selectFrom('payments').selectAll().orderBy('order_id').execute()
    const [first] = await payments()
    await setDay({ capacity: 1, taken: 1 })
    const added = await add(2, { customerName: 'Somebody Else', notes: 'Small ones, please' })
    expect(added.statusCode, added.body).toBe(201)
    await shop.settled()
    const { id: own } = added.json()
    expect(await order(own)).toMatchObject({
      ...{ customerName: 'Kate Byrne', customerEmail: 'ada@example.com', packedWith: [id] },
      ...{ total: 10, deliveryFee: 0, paymentStatus: 'completed', pickupDate: DAY },
      notes: 'Small ones, please',
    })
    expect(await order(id)).toMatchObject({ total: 50, packedWith: [own] })
    expect(await payments()).toMatchObject([first, { amount_cents: 1000, captured_cents: 1000 }])
    expect([await stock(), await room()]).toEqual([8, { capacity: 1, taken: 1 }])
    const { orders } = (await ask('GET', `/api/days/${DAY}/hand-over`)).json()
    expect(orders.map((box: { id: number; packedWith: number[] }) => box.packedWith)).toEqual([
      ...[[own], [id]],
    ])
    expect(await wrong()).toEqual([[], []])
    await ask('PUT', `/api/orders/${own}/status`, { status: 'cancelled' })
    await shop.settled()
    expect([await stock(), await room()]).toEqual([10, { capacity: 1, taken: 1 }])
    expect(await wrong()).toEqual([[], []])
  })

  test('to a delivery goes to its address, below the minimum and without a second fee', async () => {
    const { shop, id, add, order, wrong } = await anOrder({ way: BY_DELIVERY })
    const elsewhere = { ...BY_DELIVERY.shippingAddress, address: '9 Other Rd' }
    const added = await add(1, { shippingAddress: elsewhere })
    expect(added.statusCode, added.body).toBe(201)
    await shop.settled()
    expect(await order(added.json().id)).toMatchObject({
      ...{ shippingAddress: BY_DELIVERY.shippingAddress, deliveryFee: 0, total: 5 },
      packedWith: [id],
    })
    expect(await wrong()).toEqual([[], []])
  })

  test('may be paid at pickup where its place takes that', async () => {
    const { shop, db, id, bodyOf, order, room, setDay, wrong } = await anOrder()
    await setDay({ capacity: 1, taken: 1 })
    shop.shop.mail = null
    await write(db, async (tx) => {
      await tx.updateTable('places').set({ pays_at_pickup: true }).where('id', '=', 1).execute()
      const setting = { key: 'pickup_pay_who', value: 'anyone', description: '' } as const
      await tx.insertInto('settings').values(setting).execute()
    })
    const buyer = aKeyedBuyer(shop)
    const added = await buyer.placeOrder(bodyOf(2, { paymentMethod: 'at_pickup' }))
    expect(added.statusCode, added.body).toBe(201)
    expect(await order(added.json().id)).toMatchObject({
      ...{ packedWith: [id], paymentStatus: 'unpaid', total: 10, balance: { due: 10 } },
    })
    const eve = bodyOf(1, { paymentMethod: 'at_pickup', customerEmail: 'eve@example.com' })
    expect(codeOf(await aKeyedBuyer(shop).placeOrder(eve))).toEqual([404, 'not-found'])
    expect(await room()).toEqual({ capacity: 1, taken: 1 })
    expect(await wrong()).toEqual([[], []])
  })

  test('to an addition is in the first one’s box, or with it once the first was cancelled', async () => {
    const { shop, db, id, add, ask, wrong } = await anOrder()
    const { id: second, receiptUrl } = (await add(2)).json()
    const addTo = receiptUrl.replace('/o/', '')
    const { id: third } = (await add(1, { addTo })).json()
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    const { id: fourth } = (await add(1, { addTo })).json()
    await shop.settled()
    const boxes = db.selectFrom('orders').select(['id', 'packed_with', 'added_to']).orderBy('id')
    expect((await boxes.execute()).map(Object.values)).toEqual([
      [id, null, null],
      [second, id, id],
      [third, id, id],
      [fourth, second, id],
    ])
    expect(await wrong()).toEqual([[], []])
  })

  test('may come from a client without a checkout key', async () => {
    const { shop, id, bodyOf, order } = await anOrder()
    const added = await aBareBuyer(shop).buy(bodyOf(2))
    expect(added.statusCode, added.body).toBe(201)
    expect(await order(added.json().id)).toMatchObject({ packedWith: [id], total: 10 })
  })

  test('promises no unit twice, however many add the last ones at once', async () => {
    const { shop, add, stock, wrong } = await anOrder()
    const all = await Promise.all(Array.from({ length: 6 }, () => add(4)))
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409, 409])
    await shop.settled()
    expect(await stock()).toBe(2)
    expect(await wrong()).toEqual([[], []])
  })

  test('obeys the day’s limit of a product, in a full day too', async () => {
    const { shop, eggs, ask, add, setDay, wrong } = await anOrder()
    await setDay({ capacity: 1, taken: 1 })
    await ask('PUT', `/api/market-days/${await dayIdOf(shop)}/limits`, {
      productId: eggs.id,
      most: 13,
    })
    const both = await Promise.all([add(2), add(2)])
    expect(both.map(codeOf).sort()).toEqual([
      [201, undefined],
      [409, 'sold-out'],
    ])
    expect(both.map(({ body }) => body).join()).toContain('Only 1 left of Farm Eggs')
    await shop.settled()
    expect(await wrong()).toEqual([[], []])
  })

  test('is no way round a minimum or a fee for who has no such order', async () => {
    const { add } = await anOrder({ way: BY_DELIVERY })
    expect(codeOf(await add(1, { addTo: undefined }))).toEqual([409, 'delivery-not-allowed'])
    expect(codeOf(await add(1, { addTo: '' }))).toEqual([404, 'not-found'])
  })
})

describe('an order is not added to', () => {
  test('with a wrong secret or a wrong email, by one and the same answer', async () => {
    const { add, db } = await anOrder()
    const wrong = [{ addTo: FOREIGN }, { addTo: '1' }, { customerEmail: 'eve@example.com' }]
    const answers = await Promise.all(wrong.map((more) => add(1, more)))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(answers.map(codeOf)).toEqual(wrong.map(() => [404, 'not-found']))
    expect(answers[0]?.json().field).toBe('orderData.customerEmail')
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('payments').select('id').execute()).toHaveLength(1)
  })

  test('once its email was guessed wrong five times in an hour', async () => {
    const { add } = await anOrder({ env: { LIMITS: 'on' } })
    for (let tries = 0; tries < 5; tries++)
      expect(codeOf(await add(1, { customerEmail: 'eve@example.com' }))[0]).toBe(404)
    expect(codeOf(await add(1))).toEqual([429, 'too-often'])
  })

  test('once it was cancelled, left, or its ordering ended; nothing is held or taken', async () => {
    const { shop, id, ask, add, bodyOf, setDay, stock, wrong } = await anOrder()
    const status = (to: string) => ask('PUT', `/api/orders/${id}/status`, { status: to })
    await ask('PUT', `/api/orders/${id}/collected`, { collected: true })
    expect(codeOf(await add(1))).toEqual([409, 'change-impossible'])
    await ask('PUT', `/api/orders/${id}/collected`, { collected: false })
    await setDay({ state: 'closed' })
    expect(codeOf(await add(1))).toEqual([409, 'day-closed'])
    await setDay({ state: 'open' })
    expect(codeOf(await add(1, { day: '2026-11-28' }))).toEqual([409, 'day-closed'])
    expect(codeOf(await add(1, { pickupLocation: 'farm_store' }))).toEqual([409, 'day-closed'])
    await write(shop.db, (tx) => tx.updateTable('orders').set({ market_day_id: null }).execute())
    expect(codeOf(await add(1))).toEqual([409, 'day-closed'])
    const market_day_id = await dayIdOf(shop)
    await write(shop.db, (tx) => tx.updateTable('orders').set({ market_day_id }).execute())
    // It leaves while its buyer pays.
    const buyer = aKeyedBuyer(shop)
    const held = await buyer.createIntent(bodyOf(1))
    await buyer.confirm(held)
    await ask('PUT', `/api/orders/${id}/collected`, { collected: true })
    expect(codeOf(await buyer.placeOrder(bodyOf(1)))).toEqual([409, 'change-impossible'])
    await ask('PUT', `/api/orders/${id}/collected`, { collected: false })
    await shop.settled()
    expect(await stock()).toBe(10)
    await status('cancelled')
    expect(codeOf(await add(1))).toEqual([409, 'order-cancelled'])
    await status('pending')
    expect((await add(1)).statusCode).toBe(201)
    shop.clock.now = new Date(END_OF_ORDERING)
    expect(codeOf(await add(1))).toEqual([409, 'day-closed'])
    await shop.settled()
    const states = shop.db.selectFrom('payments').select('state').orderBy('created_at')
    expect((await states.execute()).map(({ state }) => state)).not.toContain('open')
    expect(await wrong()).toEqual([[], []])
  })
})

describe('the link “Add to this order”', () => {
  test('is mailed as often as it is asked for, and opens the receipt to add to it', async () => {
    const { shop, id, secret, ask, mailbox } = await anOrder()
    mailbox.letters.length = 0
    for (let time = 0; time < 2; time++) {
      const sent = await ask('POST', `/api/orders/${id}/add-link`)
      expect([sent.statusCode, sent.json()]).toEqual([200, { to: 'ada@example.com' }])
      await shop.settled()
    }
    const letters = mailbox.letters.filter(({ subject }) => subject.includes('Add to your order'))
    expect(letters.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com'])
    expect(letters[0]?.text).toContain(`/o/${secret}#add`)
    expect(letters[0]?.text).toContain('comes in the same box, with no extra fee')
    const list = (await ask('GET', `/api/mails?orders=${id}`)).json()
    expect(list.map(({ subject, state }: Record<string, string>) => [subject, state])).toEqual([
      ...[0, 1].map(() => [expect.stringContaining('Add to your order #1'), 'sent']),
      [expect.stringContaining('We received your order #1'), 'sent'],
    ])
    expect((await ask('GET', '/api/mails?orders=99')).json()).toEqual([])
  })

  test('is not mailed where it would lead nowhere, and says why', async () => {
    const { shop, db, id, ask } = await anOrder()
    const link = async (of = id) => codeOf(await ask('POST', `/api/orders/${of}/add-link`))
    const set = (change: object) =>
      write(db, (tx) => tx.updateTable('orders').set(change).execute())
    expect(await link(99)).toEqual([404, 'not-found'])
    await set({ customer_email: '' })
    expect(await link()).toEqual([409, 'address-missing'])
    await set({ customer_email: 'ada@example.com', collected_at: '2026-11-21T16:00:00.000Z' })
    expect(await link()).toEqual([409, 'change-impossible'])
    await set({ collected_at: null, status: 'cancelled' })
    expect(await link()).toEqual([409, 'order-cancelled'])
    await set({ status: 'pending' })
    shop.clock.now = new Date(END_OF_ORDERING)
    expect(await link()).toEqual([409, 'day-closed'])
    shop.shop.mail = null
    expect(await link()).toEqual([409, 'mail-missing'])
  })
})
