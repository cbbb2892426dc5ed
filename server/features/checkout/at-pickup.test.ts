import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, inject, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import type { SettingKey } from '#contract/settings/setting-table.ts'
import { SETTINGS } from '#contract/settings/setting-table.ts'
import { DAY, MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { addSetting } from '#server/features/settings/change-setting.ts'
import { runJobs } from '#server/jobs.ts'
import { aKeyedBuyer, type Body, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProcessBeside, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { stockOf } from '#tests/shop-rows.ts'
import { workHere } from '#tests/work-here.ts'

/** Cases whose statements others here send too: on PostgreSQL in the long form. */
const onSqlite = test.skipIf(isShortOnPostgres())

type Options = { mail?: boolean; limits?: string; settings?: { [Key in SettingKey]?: string } }

async function aFarm({ mail = true, limits = 'off', settings = {} }: Options = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example', LIMITS: limits } })
  workHere(shop)
  const { letters, state, mailer } = aMailbox()
  if (mail) shop.shop.mail = mailer
  const set = (table: 'orders' | 'places' | 'products' | 'market_days', to: object) =>
    write(shop.db, (tx) => tx.updateTable(table).set(to).execute())
  for (const [key, value] of Object.entries(settings))
    await addSetting(shop.db, { key: key as SettingKey, value }, shop.clock.now)
  const eggs = await aProduct(shop.db, { price: 600, stock: 50 })
  const desk = atSettledDesk(shop)
  const setPlace = async (paysAtPickup: boolean, id = 1) =>
    expect((await desk('PUT', `/api/places/${id}`, { paysAtPickup })).statusCode).toBe(200)
  await setPlace(true)
  const stock = () => stockOf(shop, eggs.id)
  const orders = () => shop.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const pass = (ms: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + ms)
  }
  return { shop, letters, state, eggs, desk, set, setPlace, stock, orders, pass, mailer }
}

type Farm = Awaited<ReturnType<typeof aFarm>>

const bodyOf = (eggs: Product, more: Record<string, unknown> = {}, quantity = 1): Body =>
  orderBody([[eggs, quantity]], { paymentMethod: 'at_pickup', ...more })

async function ask(
  { shop, eggs }: Farm,
  {
    key = crypto.randomUUID(),
    from = '192.0.2.1',
    quantity = 1,
    ...more
  }: Record<string, never> | Asking = {},
) {
  const payload = { ...bodyOf(eggs, more, quantity), checkout_key: key }
  const headers = { accept: 'application/json' }
  const asked = { method: 'POST' as const, url: '/api/orders', remoteAddress: from }
  const answer = await shop.inject({ ...asked, headers, payload })
  await shop.settled()
  return { answer, key }
}
type Asking = { key?: string; from?: string; quantity?: number; [field: string]: unknown }

const linksIn = ({ letters }: Farm): string[] =>
  letters.flatMap(
    ({ text }) => /https:\/\/farm\.example\/o\/new\/([\w-]{43})/.exec(text)?.[1] ?? [],
  )

const lastLink = (farm: Farm): string => linksIn(farm).at(-1) ?? 'none'

async function open({ shop }: Farm, secret: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const asked = { method: 'POST' as const, url: `/o/new/${secret}`, headers, payload: 'from=page' }
  const answer = await shop.inject(asked)
  await shop.settled()
  return answer.headers.location
}

async function page({ shop }: Farm, secret: string) {
  return (await shop.inject({ url: `/api/pickup-requests/${secret}` })).json()
}

const unpaid = async ({ desk }: Farm) => (await desk('GET', '/api/today')).json().unpaid

async function nothingIsWrong({ shop }: Farm) {
  expect(await checkBooks(shop.db)).toEqual([])
}

test('nothing is reserved before the mailed link is opened; the click places one order', async () => {
  const farm = await aFarm()
  const { answer, key } = await ask(farm)
  expect([answer.statusCode, answer.json()]).toEqual([
    409,
    {
      code: 'confirm-email',
      message:
        'We sent a link to a…a@example.com. Open it by 11:30 AM and press the button to place your order.',
    },
  ])
  expect([await farm.stock(), await farm.orders()]).toEqual([50, []])
  expect(farm.letters).toHaveLength(1)
  expect(farm.letters[0]).toMatchObject({ to: 'ada@example.com', subject: 'Is this your order?' })
  expect(farm.letters[0]?.text).not.toContain('Ada')
  expect(farm.letters[0]?.text).toContain('1 × Farm Eggs for $6.00, to pay at pickup')
  const secret = lastLink(farm)
  expect(await page(farm, secret)).toMatchObject({
    state: 'asked',
    total: 6,
    items: [{ name: 'Farm Eggs', quantity: 1 }],
    receiptUrl: null,
  })
  const ofCart = { url: `/api/checkouts/${key}` }
  expect((await farm.shop.inject(ofCart)).json()).toBeNull()
  const receipt = await open(farm, secret)
  const [order] = await farm.orders()
  expect(receipt).toBe(`/o/${order?.receipt_secret}`)
  expect(order).toMatchObject({ payment_method: 'other', total_cents: 600, checkout_key: key })
  expect(await farm.stock()).toBe(49)
  expect((await farm.shop.inject(ofCart)).json()).toEqual({
    id: order?.id,
    paymentStatus: 'unpaid',
    testMode: false,
    receiptUrl: receipt,
  })
  expect(farm.letters.at(-1)?.subject).toBe(`We received your order #${order?.id}`)
  expect(farm.letters.at(-1)?.text).toContain('Please pay $6.00 when you pick it up.')
  expect(await farm.shop.db.selectFrom('farm_news').select(['kind', 'order_id']).execute()).toEqual(
    [{ kind: 'order', order_id: order?.id }],
  )
  const mails = await farm.shop.db.selectFrom('outbox').select('kind').execute()
  expect(mails).toEqual([{ kind: 'order_confirmed' }])
  expect((await farm.desk('GET', '/api/orders')).json()[0]).toMatchObject({
    paymentMethod: 'other',
    paymentStatus: 'unpaid',
    orderedOnline: true,
    balance: { worth: 6, paid: 0, due: 6 },
  })
  const { history } = (await farm.desk('GET', `/api/orders/${order?.id}`)).json()
  expect(history).toMatchObject([{ kind: 'placed', by: 'buyer' }])
  // Twice, by another device: the same receipt.
  expect(await open(farm, secret)).toBe(receipt)
  expect(await page(farm, secret)).toMatchObject({ state: 'placed', receiptUrl: receipt })
  expect(await farm.orders()).toHaveLength(1)
  // The cart's page asks again and finds the order.
  expect((await ask(farm, { key })).answer.statusCode).toBe(201)
  await nothingIsWrong(farm)
})

onSqlite('a link is over at its thirtieth minute, and not before', async () => {
  const farm = await aFarm()
  await ask(farm)
  await ask(farm, { customerEmail: 'bea@example.com' })
  const [first = '', second = ''] = linksIn(farm)
  farm.pass(30 * MINUTE - 1)
  expect(await open(farm, first)).toMatch(/^\/o\/[\w-]{22}$/)
  farm.pass(1)
  expect(await open(farm, second)).toBe(`/o/new/${second}`)
  expect(await page(farm, second)).toMatchObject({ state: 'over', receiptUrl: null })
  expect(await farm.orders()).toHaveLength(1)
})

test('two devices click at once: one order', async () => {
  const farm = await aFarm()
  await ask(farm)
  const secret = lastLink(farm)
  const both = await Promise.all([open(farm, secret), open(farm, secret)])
  expect(new Set(both).size).toBe(1)
  expect([await farm.stock(), (await farm.orders()).length]).toEqual([49, 1])
  await nothingIsWrong(farm)
})

describe('beside a card payment of the same cart: one order', () => {
  const byCard = (eggs: Product) => orderBody([[eggs, 1]])

  test('the link first: the card’s hold is released, and its order refused', async () => {
    const farm = await aFarm()
    const { key } = await ask(farm)
    const buyer = aKeyedBuyer(farm.shop, 'pm_card_visa', key)
    await buyer.confirm(await buyer.createIntent(byCard(farm.eggs)))
    await open(farm, lastLink(farm))
    const intents = farm.shop.db.selectFrom('sandbox_intents').select('status')
    expect(await intents.execute()).toEqual([{ status: 'canceled' }])
    const refused = await buyer.placeOrder(byCard(farm.eggs))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Order #1 was already placed from this cart.',
    ])
    expect([await farm.stock(), (await farm.orders()).length]).toEqual([49, 1])
    // A payment begun afterward is refused before anything is held.
    const later = await buyer.createIntent(byCard(farm.eggs))
    expect([later.statusCode, later.json().error]).toEqual([
      409,
      expect.stringContaining('Order #1 was already placed from this cart.'),
    ])
    await nothingIsWrong(farm)
  })

  test('the card first: the link leads to its receipt', async () => {
    const farm = await aFarm()
    const { key } = await ask(farm)
    const bought = await aKeyedBuyer(farm.shop, 'pm_card_visa', key).buy(byCard(farm.eggs))
    expect(await open(farm, lastLink(farm))).toBe(bought.json().receiptUrl)
    expect([await farm.stock(), (await farm.orders()).length]).toEqual([49, 1])
    await nothingIsWrong(farm)
  })

  test('the link while a payment is being made at the provider: it never becomes one', async () => {
    const farm = await aFarm()
    const { key } = await ask(farm)
    await aKeyedBuyer(farm.shop, 'pm_card_visa', key).createIntent(byCard(farm.eggs))
    const payment = { state: 'creating', intent_id: null } as const
    await write(farm.shop.db, (tx) => tx.updateTable('payments').set(payment).execute())
    await open(farm, lastLink(farm))
    const payments = farm.shop.db.selectFrom('payments').select('state')
    expect(await payments.execute()).not.toEqual([{ state: 'creating' }])
    await nothingIsWrong(farm)
  })

  test('both at once', async () => {
    const farm = await aFarm()
    const { key } = await ask(farm)
    const buyer = aKeyedBuyer(farm.shop, 'pm_card_visa', key)
    await buyer.confirm(await buyer.createIntent(byCard(farm.eggs)))
    const secret = lastLink(farm)
    const [, placed] = await Promise.all([open(farm, secret), buyer.placeOrder(byCard(farm.eggs))])
    expect([201, 402, 409]).toContain(placed.statusCode)
    await farm.shop.settled()
    expect([await farm.stock(), (await farm.orders()).length]).toEqual([49, 1])
    await nothingIsWrong(farm)
  })
})

test('a cart that changes while its link is pressed: the order is what its request says', async () => {
  const farm = await aFarm()
  for (let wait = 0; wait < 16; wait += IS_LONG ? 1 : 3) {
    const customerEmail = `b${wait}@example.com`
    const { key } = await ask(farm, { customerEmail })
    const [secret, later] = [lastLink(farm), pause(wait * 2)]
    const change = later.then(() => ask(farm, { key, customerEmail, quantity: 2 }))
    await Promise.all([open(farm, secret), change])
  }
  const placed = await farm.shop.db
    .selectFrom('pickup_requests')
    .innerJoin('orders', 'orders.id', 'pickup_requests.order_id')
    .select(['pickup_requests.body_hash as asked', 'orders.body_hash as ordered'])
    .execute()
  expect(placed.length).toBeGreaterThan(0)
  expect(placed.filter(({ asked, ordered }) => asked !== ordered)).toEqual([])
  await nothingIsWrong(farm)
})

/** SQLite has one writer at a time. */
describe.skipIf(!inject('postgresUrl'))('while a link waits for its goods', () => {
  /** Runs `meanwhile` while a click on the link waits for its product's row. */
  async function pressing<T>(farm: Farm, secret: string, meanwhile: () => Promise<T>) {
    const asWriter = farm.shop.db.transaction().setAccessMode('read write')
    const { pressed, during } = await asWriter.execute(async (tx) => {
      const goods = tx.selectFrom('products').select('id').where('id', '=', farm.eggs.id)
      await goods.forUpdate().execute()
      const pressed = open(farm, secret)
      await pause(300)
      return { pressed: () => pressed, during: await meanwhile() }
    })
    return { receipt: await pressed(), during }
  }

  test('another way places the order of its cart: it leads to that order’s receipt', async () => {
    const farm = await aFarm()
    const { key: checkout_key } = await ask(farm)
    const { receipt } = await pressing(farm, lastLink(farm), () =>
      insertOrder(farm.shop, { checkout_key }),
    )
    const orders = await farm.orders()
    expect([receipt, orders.length]).toEqual([`/o/${orders[0]?.receipt_secret}`, 1])
    expect(await farm.stock()).toBe(50)
  })

  test('the order that it adds to is not canceled before it is there', async () => {
    const farm = await aFarm()
    const seed = await aProduct(farm.shop.db, { name: 'Seed', price: 100, stock: 5 })
    await ask({ ...farm, eggs: seed })
    const addTo = (await open(farm, lastLink(farm)))?.slice(3)
    await ask(farm, { addTo })
    const headers = { cookie: await signIn(farm.shop) }
    const { during: canceled } = await pressing(farm, lastLink(farm), async () => {
      const url = '/api/orders/1/status'
      const payload = { status: 'cancelled' }
      const answer = farm.shop.inject({ method: 'PUT', url, headers, payload })
      const isOver = await Promise.race([answer.then(() => true), pause(500).then(() => false)])
      return { isOver, answer: async () => (await answer).statusCode }
    })
    expect(canceled.isOver).toBe(false)
    expect(await canceled.answer()).toBe(200)
    expect((await farm.orders()).map(({ status }) => status)).toEqual(['cancelled', 'pending'])
    await nothingIsWrong(farm)
  })
})

test('two clicks for the last unit: the second reads why on its page, and its link is over', async () => {
  const farm = await aFarm()
  await ask(farm, { quantity: 10, customerEmail: 'ada@example.com' })
  await write(farm.shop.db, (tx) => tx.updateTable('products').set({ stock: 10 }).execute())
  await ask(farm, { quantity: 10, customerEmail: 'bea@example.com' })
  const [first = '', second = ''] = linksIn(farm)
  await open(farm, first)
  expect(await open(farm, second)).toBe(`/o/new/${second}`)
  expect(await page(farm, second)).toMatchObject({
    state: 'refused',
    message: 'Farm Eggs is sold out.',
  })
  await farm.set('products', { stock: 10 })
  expect(await open(farm, second)).toBe(`/o/new/${second}`)
  expect(await page(farm, second)).toMatchObject({ message: 'Farm Eggs is sold out.' })
  expect(await farm.orders()).toHaveLength(1)
  // The cart may still be paid by card.
  const key = (await ask(farm, { quantity: 10, customerEmail: 'cy@example.com' })).key
  await farm.set('products', { stock: 9 })
  await open(farm, lastLink(farm))
  await farm.set('products', { stock: 10 })
  await aKeyedBuyer(farm.shop, 'pm_card_visa', key).buy(orderBody([[farm.eggs, 10]]))
  expect(await page(farm, lastLink(farm))).toMatchObject({ state: 'placed', message: null })
})

describe('a link holds for thirty minutes', () => {
  test('the price and the day it was asked for', async () => {
    const farm = await aFarm()
    const setDay = (state: 'open' | 'closed') =>
      write(farm.shop.db, (tx) =>
        tx.updateTable('market_days').set({ state }).where('day', '=', '2026-11-21').execute(),
      )
    await setDay('closed')
    await ask(farm)
    expect(await page(farm, lastLink(farm))).toMatchObject({ day: '2026-11-28' })
    await setDay('open')
    await farm.set('products', { price_cents: 700 })
    await open(farm, lastLink(farm))
    expect(await farm.orders()).toMatchObject([{ total_cents: 600, pickup_date: '2026-11-28' }])
  })

  test('its place on the day of the order that it adds to', async () => {
    const farm = await aFarm()
    await ask(farm)
    const addTo = (await open(farm, lastLink(farm)))?.slice(3)
    farm.shop.clock.now = new Date('2026-11-21T06:50:00.000Z')
    await ask(farm, { addTo })
    farm.pass(20 * MINUTE)
    await open(farm, lastLink(farm))
    expect((await farm.orders()).map(({ pickup_date }) => pickup_date)).toEqual([
      ...['2026-11-21', '2026-11-21'],
    ])
  })

  test('and is not mailed once it is over, nor to the address that was corrected', async () => {
    const farm = await aFarm()
    const down = () => {
      throw new Error('The mail server is down.')
    }
    farm.state.says = down
    const { key } = await ask(farm, { customerEmail: 'tpyo@example.com' })
    await ask(farm, { key, customerEmail: 'typo@example.com' })
    farm.pass(20 * MINUTE)
    farm.state.says = () => {}
    await runJobs(farm.shop.shop)
    expect(farm.letters.map(({ to }) => to)).toEqual(['typo@example.com'])
    farm.state.says = down
    await ask(farm)
    farm.pass(30 * MINUTE)
    farm.state.says = () => {}
    await runJobs(farm.shop.shop)
    expect(farm.letters).toHaveLength(1)
  })
})

describe('the switch', () => {
  test('is off in a new shop, refuses a zone, and keeps what was sold under it', async () => {
    const farm = await aFarm()
    const config = async () => (await farm.shop.inject({ url: '/api/payments/config' })).json()
    const places = async () => (await farm.shop.inject({ url: '/api/market-days' })).json().places
    expect((await config()).atPickup).toMatchObject({ max: 60, needsLink: true })
    expect((await places())[0].paysAtPickup).toBe(true)
    await ask(farm)
    await open(farm, lastLink(farm))
    await ask(farm, { customerEmail: 'bea@example.com' })
    await farm.setPlace(false)
    expect((await config()).atPickup).toBeNull()
    expect(await places()).not.toContainEqual(expect.objectContaining({ paysAtPickup: true }))
    const { answer } = await ask(farm)
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'invalid', message: 'Please pay by card.', field: 'orderData.paymentMethod' },
    ])
    await farm.setPlace(true)
    await farm.set('places', { retired_at: '2026-11-18T00:00:00.000Z' })
    expect((await config()).atPickup).toBeNull()
    await farm.set('places', { retired_at: null })
    await farm.setPlace(false)
    // Requested while pay at pickup was on: the link still places the order.
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    expect(await farm.orders()).toHaveLength(2)
    const zone = farm.shop.db.selectFrom('places').select('id').where('kind', '=', 'delivery')
    const { id } = await zone.executeTakeFirstOrThrow()
    const refused = await farm.desk('PUT', `/api/places/${id}`, { paysAtPickup: true })
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'paysAtPickup'])
  })

  test('no key, a delivery and a foreign way to pay are refused before any mail', async () => {
    const farm = await aFarm()
    for (const [more, top, field] of [
      [{}, { checkout_key: undefined }, 'checkout_key'],
      [BY_DELIVERY, {}, 'orderData.paymentMethod'],
      [{ paymentMethod: 'cash' }, {}, 'orderData.paymentMethod'],
    ] as const) {
      const payload = { ...bodyOf(farm.eggs, more, 5), checkout_key: crypto.randomUUID(), ...top }
      const asked = { method: 'POST', url: '/api/orders', payload } as const
      const answer = await farm.shop.inject({ ...asked, headers: { accept: 'application/json' } })
      expect([answer.statusCode, answer.json().field]).toEqual([400, field])
    }
    expect(farm.letters).toEqual([])
  })

  test('an order above the maximum, and a total off by a cent, are refused', async () => {
    const farm = await aFarm({ settings: { pickup_pay_max: '12,00' } })
    expect(SETTINGS.pickup_pay_max.wrong?.('12,00')).toBeNull()
    const { answer } = await ask(farm, { quantity: 3 })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'Pay at pickup is for orders up to $12.00. Please call us.',
    ])
    const off = await ask(farm, { total: 6.01 })
    expect([off.answer.statusCode, off.answer.json().code]).toEqual([409, 'price-changed'])
    farm.shop.shop.payments = { ...farm.shop.shop.payments, livemode: true }
    expect((await ask(farm, { quantity: 3 })).answer.json().message).toBe(
      'Pay at pickup is for orders up to $12.00. Please pay by card.',
    )
    expect(farm.letters).toEqual([])
  })

  onSqlite('any cent is enough, and a card’s basket takes no other way to pay', async () => {
    const farm = await aFarm()
    const seed = await aProduct(farm.shop.db, { name: 'Seed', price: 10, stock: 5 })
    const few = await ask({ ...farm, eggs: seed })
    expect(few.answer.json().code).toBe('confirm-email')
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    const held = await aKeyedBuyer(farm.shop).createIntent(bodyOf(farm.eggs))
    expect([held.statusCode, held.json().error]).toEqual([400, 'Please pay by card.'])
  })
})

describe('what stops strangers', () => {
  test('the same bytes and the same rows for a known, an unknown and a refused mailbox', async () => {
    const farm = await aFarm({ settings: { pickup_pay_who: 'known' } })
    const buy = (customerEmail: string) =>
      aKeyedBuyer(farm.shop).buy(orderBody([[farm.eggs, 1]], { customerEmail }))
    await buy('Known@example.com')
    await farm.set('orders', { collected_at: farm.shop.clock.now.toISOString() })
    await buy('other@example.com')
    const at = farm.shop.clock.now.toISOString()
    const refused = { mailbox: 'loser@example.com', trust: 'refused' as const, note: null, at }
    await write(farm.shop.db, (tx) => tx.insertInto('pickup_buyers').values(refused).execute())
    const said = async (customerEmail: string) => {
      const { answer } = await ask(farm, { customerEmail })
      const { date: _, 'x-request-id': __, ...headers } = answer.headers
      return [answer.statusCode, headers, answer.body.replace(/\S…\S+/, 'address')]
    }
    const first = await said('known@example.com')
    expect(await said('other@example.com')).toEqual(first)
    expect(await said('loser@example.com')).toEqual(first)
    const [known, unknown, loser] = ['known', 'other', 'loser'].map((name) =>
      farm.letters.findLast(({ to }) => to === `${name}@example.com`),
    )
    expect(known?.subject).toBe('Is this your order?')
    for (const letter of [unknown, loser]) {
      expect(letter?.subject).toBe('Your order didn’t go through')
      expect(letter?.text).not.toContain('/o/new/')
    }
    expect(unknown?.text).toContain('customers who have picked up an order here before')
    expect(linksIn(farm)).toHaveLength(1)
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    expect(loser?.text).toContain('Please call us.')
    farm.shop.shop.payments = { ...farm.shop.shop.payments, livemode: true }
    await said('loser@example.com')
    expect(farm.letters.at(-1)?.text).toContain('Please pay by card, or call us.')
  })

  test('with however many mailboxes at once, no more than the cap of a day; with one, two orders', async () => {
    const farm = await aFarm({ settings: { pickup_pay_per_day: '7' } })
    for (let one = 1; one <= (IS_LONG ? 50 : 14); one++) {
      await ask(farm, { customerEmail: `buyer${one}@example.com`, from: `192.0.2.${one}` })
    }
    await Promise.all(linksIn(farm).map((secret) => open(farm, secret)))
    expect([(await farm.orders()).length, await farm.stock()]).toEqual([7, 43])
    await farm.setPlace(true, 2)
    const other = { customerEmail: 'other@example.com', pickupLocation: 'farm_store' }
    expect((await ask(farm, other)).answer.json().code).toBe('confirm-email')
    const { answer } = await ask(farm, { customerEmail: 'late@example.com' })
    expect([answer.statusCode, answer.json().message]).toEqual([
      400,
      'No more orders to pay at pickup are taken for Saturday, November 21. Please call us.',
    ])
    await nothingIsWrong(farm)
  })

  test('one mailbox, however it is spelled, has two unpaid orders ahead; a household has more', async () => {
    const farm = await aFarm()
    for (const customerEmail of ['ada@example.com', 'ADA@example.com', 'ada+x@example.com']) {
      await ask(farm, { customerEmail })
    }
    const secrets = linksIn(farm)
    for (const secret of secrets) await open(farm, secret)
    expect(await farm.orders()).toHaveLength(2)
    expect(await page(farm, secrets[2] ?? '')).toMatchObject({
      state: 'refused',
      message: 'You already have two orders to pay at pickup, #1 and #2. Please call us.',
    })
    // Paid: there is room again.
    const way = { id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 6, note: null }
    expect((await farm.desk('POST', '/api/orders/1/tenders', way)).statusCode).toBeLessThan(300)
    const places = async (customerEmail = 'ada@example.com') => {
      await ask(farm, { customerEmail })
      expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    }
    await places()
    // The same once it is canceled or its day is over.
    await write(farm.shop.db, (tx) =>
      tx.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', 2).execute(),
    )
    await places()
    for (const one of ['bea', 'cy', 'dan']) await places(`${one}@example.com`)
    farm.pass(4 * DAY)
    await places()
    expect(await farm.orders()).toHaveLength(8)
  })

  test('another body of the same cart kills the former link; the same mails nothing for two minutes', async () => {
    const farm = await aFarm()
    const { key } = await ask(farm, { customerEmail: 'tpyo@example.com' })
    await ask(farm, { key, customerEmail: 'tpyo@example.com' })
    expect(farm.letters).toHaveLength(1)
    await ask(farm, { key, customerEmail: 'typo@example.com' })
    const [wrong = '', right = ''] = linksIn(farm)
    expect(await open(farm, wrong)).toBe(`/o/new/${wrong}`)
    expect(await page(farm, wrong)).toBeNull()
    farm.pass(2 * MINUTE)
    await ask(farm, { key, customerEmail: 'typo@example.com' })
    expect(await page(farm, right)).toBeNull()
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    expect((await farm.orders()).map(({ customer_email }) => customer_email)).toEqual([
      'typo@example.com',
    ])
  })

  test('a stranger’s mailbox gets three links a day, and the answer stays the same', async () => {
    const farm = await aFarm({ limits: 'on' })
    const answers = []
    for (let one = 1; one <= 5; one++)
      answers.push((await ask(farm, { from: `192.0.2.${one}` })).answer)
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(farm.letters).toHaveLength(3)
    // The mailbox owner's order frees a link.
    await open(farm, lastLink(farm))
    farm.letters.length = 0
    await ask(farm, { from: '192.0.2.9' })
    expect(linksIn(farm)).toHaveLength(1)
    // Yesterday's order frees none today.
    farm.pass(DAY + MINUTE)
    farm.letters.length = 0
    for (let one = 1; one <= 4; one++) await ask(farm, { from: `192.0.2.${one}` })
    expect(linksIn(farm)).toHaveLength(3)
  })

  onSqlite.each([
    ['a_b@example.com', 'A_b@Example.com', 'a_b+x@example.com', 'a_b+_y@example.com'],
    ['ada.l@gmail.com', 'adal@googlemail.com', 'A.d.a.l@Gmail.com', 'adal+x@gmail.com'],
  ])('however its address is spelled: %s', async (...spellings) => {
    const farm = await aFarm({ limits: 'on' })
    for (const [one, customerEmail] of spellings.entries())
      await ask(farm, { customerEmail, from: `192.0.2.${one}` })
    expect(farm.letters).toHaveLength(3)
    await ask(farm, { customerEmail: 'axb@example.com', from: '192.0.2.9' })
    expect(farm.letters).toHaveLength(4)
  })

  test('nor does another cart while the first one’s letter is under way, to the wrong address and back', async () => {
    const farm = await aFarm({ limits: 'on' })
    const { promise: mailed, resolve } = Promise.withResolvers<void>()
    farm.state.says = () => mailed
    const key = crypto.randomUUID()
    const payload = (customerEmail: string, quantity: number) => ({
      ...bodyOf(farm.eggs, { customerEmail }, quantity),
      checkout_key: key,
    })
    for (let one = 1; one <= 5; one++)
      await farm.shop.inject({
        ...{ method: 'POST', url: '/api/orders', remoteAddress: `192.0.2.${one}` },
        payload: payload('ada@example.com', one),
      })
    resolve()
    await farm.shop.settled()
    const toAda = () => farm.letters.filter(({ to }) => to === 'ada@example.com')
    expect(toAda()).toHaveLength(1)
    await ask(farm, { key, from: '192.0.2.6', customerEmail: 'own@example.com' })
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    await ask(farm, { from: '192.0.2.7' })
    expect(toAda()).toHaveLength(1)
  })

  test.skipIf(!inject('postgresUrl'))('nor from several processes at once', async () => {
    const farm = await aFarm({ limits: 'on' })
    const beside = await aProcessBeside(farm.shop)
    beside.shop.mail = farm.mailer
    const asked = Array.from({ length: 12 }, (_, one) =>
      ask({ ...farm, shop: one % 2 ? beside : farm.shop }, { from: `192.0.2.${one}` }),
    )
    const answers = await Promise.all(asked)
    expect(new Set(answers.map(({ answer }) => answer.body)).size).toBe(1)
    expect(linksIn(farm)).toHaveLength(3)
  })

  onSqlite('a mailbox gets ten letters a day, whatever it orders', async () => {
    const farm = await aFarm()
    for (let one = 1; one <= 12; one++) await ask(farm)
    expect(farm.letters).toHaveLength(10)
  })

  onSqlite(
    'an address asks ten times an hour and thirty times a day, by link or without',
    async () => {
      for (const mail of [true, false]) {
        const settings = { pickup_pay_who: 'anyone' }
        const farm = await aFarm({ limits: 'on', mail, settings })
        const answers: number[] = []
        for (let hour = 0; hour < 4; hour++) {
          for (let one = 0; one <= 10; one++) {
            const customerEmail = `b${hour}${one}@example.com`
            answers.push((await ask(farm, { customerEmail })).answer.statusCode)
          }
          farm.pass(60 * MINUTE)
        }
        expect(answers.flatMap((status, nth) => (status === 429 ? [nth] : []))).toEqual([
          ...[10, 21, 32],
          ...Array.from({ length: 11 }, (_, nth) => 33 + nth),
        ])
      }
    },
  )

  test.each(['confirmed', 'known'])(
    'two hundred requests wait in a shop at most, for %s; what ended waits no more',
    async (who) => {
      const farm = await aFarm({ limits: 'on', settings: { pickup_pay_who: who } })
      await ask(farm)
      const [{ secret_hash: _, ...row } = { secret_hash: '' }] = await farm.shop.db
        .selectFrom('pickup_requests')
        .selectAll()
        .execute()
      const basket = 'basket' in row ? JSON.stringify(row.basket) : null
      const rows = Array.from({ length: 198 }, () => {
        return { ...row, basket, checkout_key: crypto.randomUUID() }
      })
      await write(farm.shop.db, (tx) =>
        tx
          .insertInto('pickup_requests')
          .values(rows as never)
          .execute(),
      )
      const codeOf = async (from: string) => (await ask(farm, { from })).answer.json().code
      const open = () => farm.shop.db.selectFrom('pickup_requests').selectAll()
      expect([await codeOf('192.0.2.2'), await codeOf('192.0.2.3')]).toEqual([
        ...['confirm-email', 'not-now'],
      ])
      const first = (await open().limit(1).execute())[0]?.checkout_key ?? ''
      const refused = { error_code: 'sold-out', error_message: 'Farm Eggs is sold out.' }
      await write(farm.shop.db, (tx) =>
        tx.updateTable('pickup_requests').set(refused).where('checkout_key', '=', first).execute(),
      )
      expect([await codeOf('192.0.2.4'), await codeOf('192.0.2.5')]).toEqual([
        ...['confirm-email', 'not-now'],
      ])
      farm.pass(30 * MINUTE)
      expect(await codeOf('192.0.2.6')).toBe('confirm-email')
    },
  )

  onSqlite('a link that opens nothing is tried sixty times a minute, as every other', async () => {
    const farm = await aFarm({ limits: 'on' })
    await ask(farm)
    const statuses: number[] = []
    for (let one = 0; one <= 60; one++) {
      const url = `/api/pickup-requests/${String(one).padStart(43, 'A')}`
      statuses.push((await farm.shop.inject({ url })).statusCode)
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429])
    expect(await page(farm, lastLink(farm))).toMatchObject({ state: 'asked' })
  })
})

describe('the farmer’s list', () => {
  test('refuses and trusts by mailbox, however the address is spelled, and forgets', async () => {
    const farm = await aFarm({ settings: { pickup_pay_who: 'known' } })
    const call = async (...called: Parameters<Farm['desk']>) => (await farm.desk(...called)).json()
    const say = (trust: string) =>
      call('PUT', '/api/pickup-buyers', { email: 'Ada+eggs@example.com', trust, note: null })
    await say('trusted')
    await ask(farm)
    expect(await open(farm, lastLink(farm))).toMatch(/^\/o\/[\w-]{22}$/)
    expect(await say('refused')).toMatchObject([{ email: 'ada@example.com', trust: 'refused' }])
    await ask(farm)
    expect(farm.letters.at(-1)?.subject).toBe('Your order didn’t go through')
    await call('POST', '/api/pickup-buyers/removal', { email: 'Ada+x@example.com' })
    expect(await call('GET', '/api/pickup-buyers')).toEqual([])
    const { entries } = await call('GET', '/api/admin/history/all')
    expect(
      entries.flatMap(({ subject, action, ...told }: Record<string, unknown>) =>
        subject === 'buyer' ? [[action, told.before, told.after]] : [],
      ),
    ).toEqual(['removed', 'refused', 'trusted'].map((action) => [action, null, null]))
    const wrong = await call('PUT', '/api/pickup-buyers', { email: 'ada', trust: 'refused' })
    expect(wrong).toMatchObject({ code: 'invalid', field: 'email' })
  })

  test('takes whom the farmer ticked when an order was not picked up; its link was cancelable', async () => {
    const farm = await aFarm()
    await ask(farm)
    const receipt = (await open(farm, lastLink(farm))) ?? ''
    const shown = async () =>
      (await farm.shop.inject({ url: `/api/receipts/${receipt.slice(3)}` })).json()
    expect((await shown()).mayCancelUntil).toBe('2026-11-21T07:00:00.000Z')
    farm.shop.clock.now = new Date('2026-11-21T23:00:00.000Z')
    const [day] = (await farm.desk('GET', '/api/no-shows')).json()
    expect(day.orders).toMatchObject([{ id: 1, orderedOnline: true, isUnpaid: true }])
    expect(await unpaid(farm)).toBe(1)
    const draft = { id: crypto.randomUUID(), decision: 'cancel', goods: 'sellable', message: '' }
    const payload = { ...draft, refusesPickupPay: true, revision: day.orders[0].revision }
    expect((await farm.desk('POST', '/api/orders/1/no-show', payload)).statusCode).toBe(200)
    expect((await farm.desk('GET', '/api/pickup-buyers')).json()).toMatchObject([
      { email: 'ada@example.com', trust: 'refused', note: 'Order #1 was not picked up.' },
    ])
    expect([await unpaid(farm), await farm.stock()]).toEqual([0, 50])
    await ask(farm)
    expect(farm.letters.at(-1)?.subject).toBe('Your order didn’t go through')
    await nothingIsWrong(farm)
  })

  test('sees what to give back by hand, once a buyer cancels an order paid in part; canceling off, nobody may', async () => {
    const farm = await aFarm({ settings: { buyer_cancels: 'false' } })
    await ask(farm)
    const receipt = (await open(farm, lastLink(farm))) ?? ''
    const call = farm.desk
    const tender = (kind: string) =>
      call('POST', '/api/orders/1/tenders', {
        ...{ id: crypto.randomUUID(), kind, way: 'Cash', amount: 2, note: null },
      })
    expect((await tender('taken')).statusCode).toBeLessThan(300)
    const cancel = () =>
      call('POST', `/api/receipts/${receipt.slice(3)}/cancel`, { email: 'ada@example.com' })
    expect((await cancel()).json()).toMatchObject({ code: 'day-closed' })
    await call('PUT', '/api/settings/buyer_cancels', { value: 'true' })
    expect((await cancel()).json()).toMatchObject({ status: 'cancelled' })
    const toGiveBack = async () =>
      (await call('GET', '/api/today')).json().weights.toGiveBack as object
    expect(await toGiveBack()).toEqual({ orders: 1, amount: 2 })
    expect((await call('GET', '/api/weights')).json().toGiveBack).toEqual([
      { id: 1, customerName: 'Ada Miller', amount: 2 },
    ])
    expect((await call('GET', '/api/orders')).json()[0].balance).toMatchObject({ due: -2 })
    await tender('given-back')
    expect(await toGiveBack()).toEqual({ orders: 0, amount: 0 })
    await nothingIsWrong(farm)
  })

  onSqlite('an order that waits to be paid is no alarm before its day is over', async () => {
    const farm = await aFarm()
    await ask(farm)
    await open(farm, lastLink(farm))
    expect(await unpaid(farm)).toBe(0)
    await farm.desk('PUT', '/api/orders/1/collected', { collected: true })
    expect(await unpaid(farm)).toBe(1)
  })
})

describe('a shop without email', () => {
  test('refuses a link, and in the mode for anyone places at once, within the caps', async () => {
    const without = await aFarm({ mail: false })
    const refused = await ask(without)
    expect([refused.answer.statusCode, refused.answer.json().code]).toEqual([409, 'mail-missing'])
    expect((await without.shop.inject({ url: '/api/payments/config' })).json().atPickup).toBeNull()
    const farm = await aFarm({ mail: false, settings: { pickup_pay_who: 'anyone' } })
    const config = (await farm.shop.inject({ url: '/api/payments/config' })).json()
    expect(config.atPickup).toMatchObject({ needsLink: false })
    const { answer, key } = await ask(farm)
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { id: 1, paymentStatus: 'unpaid', testMode: false, receiptUrl: expect.any(String) },
    ])
    expect((await ask(farm, { key })).answer.json()).toEqual(answer.json())
    const other = await ask(farm, { key, quantity: 2 })
    expect([other.answer.statusCode, other.answer.json().code]).toEqual([409, 'order-exists'])
    for (const name of ['b', 'c', 'd', 'e'])
      await ask(farm, { customerEmail: `${name}@example.com` })
    expect(await farm.orders()).toHaveLength(3)
    const more = await ask(farm, { customerEmail: 'f@example.com' })
    expect([more.answer.statusCode, more.answer.json().code]).toEqual([403, 'not-allowed'])
    await nothingIsWrong(farm)
  })

  onSqlite(
    'tells nobody whether a mailbox is refused, has two orders, or the line has three',
    async () => {
      const farm = await aFarm({ mail: false, settings: { pickup_pay_who: 'anyone' } })
      const at = farm.shop.clock.now.toISOString()
      const refused = { mailbox: 'loser@example.com', trust: 'refused' as const, note: null, at }
      await write(farm.shop.db, (tx) => tx.insertInto('pickup_buyers').values(refused).execute())
      const said = async (customerEmail: string, from: string) => {
        const { statusCode, body } = (await ask(farm, { customerEmail, from })).answer
        return [statusCode, body]
      }
      const loser = await said('loser@example.com', '192.0.2.9')
      for (const one of [1, 2]) await said('ada@example.com', `192.0.2.${one}`)
      expect(await said('ada@example.com', '192.0.2.3')).toEqual(loser)
      for (const one of [1, 2, 3]) await said(`b${one}@example.com`, '192.0.2.4')
      expect(await said('cy@example.com', '192.0.2.4')).toEqual(loser)
      expect(await farm.orders()).toHaveLength(5)
    },
  )

  onSqlite('goes to links by itself once email works', async () => {
    const farm = await aFarm({ mail: false, settings: { pickup_pay_who: 'anyone' } })
    expect((await ask(farm)).answer.statusCode).toBe(201)
    farm.shop.shop.mail = farm.mailer
    const { answer } = await ask(farm, { customerEmail: 'bea@example.com' })
    expect(answer.json().code).toBe('confirm-email')
    expect(await farm.orders()).toHaveLength(1)
  })
})

test('requests nobody opened are gone after a day, and a placed one’s person after thirty', async () => {
  const farm = await aFarm()
  await ask(farm)
  await open(farm, lastLink(farm))
  await ask(farm, { customerEmail: 'bea@example.com' })
  const rows = () => farm.shop.db.selectFrom('pickup_requests').selectAll().execute()
  farm.pass(60 * MINUTE)
  await runJobs(farm.shop.shop)
  expect(await rows()).toHaveLength(2)
  farm.pass(DAY)
  await runJobs(farm.shop.shop)
  expect(await rows()).toMatchObject([{ order_id: 1, mailbox: 'ada@example.com' }])
  farm.pass(30 * DAY)
  await runJobs(farm.shop.shop)
  expect(await rows()).toMatchObject([
    { order_id: 1, mailbox: '', basket: null, address_key: null },
  ])
})
