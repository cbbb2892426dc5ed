import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { sendDayMails } from '#server/features/mail/send-mails.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { dayIdOf } from '#tests/shop-rows.ts'
import { notifyOfDays } from './queue-day-mails.ts'

const DAY = '2026-11-21'
/** Replaces the calendar link in a mail, which holds a secret. */
const CALENDAR_LINK = '(link)'
/** 6 PM on the farm, the evening before the market. */
const EVENING = '2026-11-21T01:00:00.000Z'

async function aMarket({ more = {} }: { more?: object } = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  const { letters, mailer, state } = aMailbox()
  shop.shop.mail = mailer
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 700, stock: 1000 })
  const buy = (customerEmail: string) =>
    aKeyedBuyer(shop).buy(orderBody([[eggs, 2]], { customerEmail, ...more }))
  await buy('ada@example.com')
  await buy('bo@example.com')
  await shop.settled()
  letters.length = 0
  const id = await dayIdOf(shop)
  const desk = atSettledDesk(shop)
  const post = (url: string, payload: object) => desk('POST', url, payload)
  const ask = (what: string, payload: object) => post(`/api/market-days/${id}/${what}`, payload)
  const ready = (payload: object) => post(`/api/days/${DAY}/ready`, payload)
  const packAll = () =>
    write(shop.db, (tx) => tx.updateTable('orders').set({ packed_at: EVENING }).execute())
  const order = (orderId: number, payload: object) => post(`/api/orders/${orderId}/ready`, payload)
  const writeDown = async () => {
    const who = { customerName: 'Cy Stone', customerEmail: 'cy@example.com' }
    const goods = { items: [{ productId: eggs.id, quantity: 3, price: 7 }], total: 21 }
    const day = { id: crypto.randomUUID(), marketDayId: id, paidBy: null }
    expect((await post('/api/desk/orders', { ...who, ...goods, ...day })).statusCode).toBe(201)
    letters.length = 0
  }
  const round = async (now: string) => {
    shop.clock.now = new Date(now)
    await notifyOfDays(shop.shop)
  }
  return { shop, letters, state, buy, id, desk, ask, ready, packAll, order, writeDown, round }
}

const setDay = (shop: AShop, id: number, set: object) =>
  write(shop.db, (tx) => tx.updateTable('market_days').set(set).where('id', '=', id).execute())

const setOrder = (shop: AShop, id: number, set: object) =>
  write(shop.db, (tx) => tx.updateTable('orders').set(set).where('id', '=', id).execute())

const setSetting = (shop: AShop, key: 'day_reminders' | 'contact_email', value: string) =>
  write(shop.db, (tx) =>
    tx.insertInto('settings').values({ key, value, description: '' }).execute(),
  )

const subjects = (letters: { subject: string }[]) => letters.map(({ subject }) => subject).sort()

const givenUp = (shop: AShop) =>
  shop.db
    .selectFrom('outbox')
    .select(['kind', 'last_error'])
    .where('given_up_at', 'is not', null)
    .execute()

describe('a reminder', () => {
  test('goes out once at 6 PM the day before, with place, map, hours and boxes', async () => {
    const { shop, letters, round } = await aMarket()
    const place = { address: '1 Main St', map_url: 'https://maps.example/1', note: 'Row B.' }
    await write(shop.db, (tx) => tx.updateTable('places').set(place).where('id', '=', 1).execute())
    await setOrder(shop, 1, { boxes: 2 })
    await round('2026-11-21T00:59:59.999Z')
    expect(letters).toEqual([])
    await round(EVENING)
    await round(EVENING)
    expect(subjects(letters)).toEqual([
      'Test order: Pick up your order #1 on Saturday, November 21',
      'Test order: Pick up your order #2 on Saturday, November 21',
    ])
    const { text = '' } = letters.find(({ to }) => to === 'ada@example.com') ?? {}
    expect(text.replace(/http\S+pickup\.ics/, CALENDAR_LINK)).toContain(
      [
        'Please pick it up:',
        'Saturday, November 21, 9am to noon\nFarmers market\n1 Main St\nMap: https://maps.example/1\n' +
          `Add to calendar: ${CALENDAR_LINK}`,
        'Row B.',
        'There are 2 boxes.',
      ].join('\n\n'),
    )
    expect(text).not.toMatch(/Eggs|Ada/)
  })

  test('goes to nobody who cancelled, has the goods, or ordered after it', async () => {
    const { shop, letters, buy, round } = await aMarket()
    await setOrder(shop, 1, { status: 'cancelled' })
    await setOrder(shop, 2, { collected_at: EVENING })
    shop.clock.now = new Date('2026-11-21T02:00:00.000Z')
    await buy('late@example.com')
    await shop.settled()
    letters.length = 0
    await round('2026-11-21T03:00:00.000Z')
    expect(letters).toEqual([])
  })

  test.skipIf(isShortOnPostgres()).each([
    ['closed', (shop: AShop, id: number) => setDay(shop, id, { state: 'closed' })],
    ['not wanted', (shop: AShop) => setSetting(shop, 'day_reminders', 'false')],
    ['paused', (shop: AShop) => pause(shop)],
  ])('is not sent when it is %s', async (_, change) => {
    const { shop, letters, id, round } = await aMarket()
    await change(shop, id)
    await round(EVENING)
    expect(letters).toEqual([])
  })

  test('that could not be sent before the market opens is given up, and says why', async () => {
    const { shop, letters, state, round } = await aMarket()
    state.says = () => {
      throw new Error('no mail server')
    }
    await round(EVENING)
    state.says = () => {}
    await round('2026-11-21T16:00:00.000Z')
    expect(letters).toEqual([])
    const late = { kind: 'reminder', last_error: 'Not sent: it was too late for this email.' }
    expect(await givenUp(shop)).toEqual([late, late])
  })

  test('that could not be sent in the evening goes out once email works again before the market opens', async () => {
    const { letters, state, round } = await aMarket()
    const roundAfter = (minutes: number) =>
      round(new Date(Date.parse(EVENING) + minutes * 60_000).toISOString())
    state.says = () => {
      throw new Error('no mail server')
    }
    for (const minutes of [0, 1, 6, 21, 81, 441]) await roundAfter(minutes)
    state.says = () => {}
    for (const minutes of [500, 700, 899]) await roundAfter(minutes)
    expect(letters.map(({ to }) => to)).toEqual(['ada@example.com', 'bo@example.com'])
  })

  test('is not queued by a shop without email', async () => {
    const { shop, round } = await aMarket()
    shop.shop.mail = null
    await round(EVENING)
    const days = shop.db.selectFrom('outbox').select('id').where('queue', '=', 'days')
    expect(await days.execute()).toEqual([])
  })
})

const pause = (shop: AShop) =>
  write(shop.db, (tx) =>
    tx
      .insertInto('closures')
      .values({ place_id: null, from_day: DAY, until_day: null, created_at: EVENING })
      .execute(),
  )

describe('the farmer’s list of a day', () => {
  test('comes once, when no order that was begun in time can come any more', async () => {
    const { shop, letters, id, round } = await aMarket()
    await setSetting(shop, 'day_reminders', 'false')
    await setSetting(shop, 'contact_email', 'farm@example.com')
    await write(shop.db, (tx) =>
      tx.updateTable('payments').set({ provider: 'stripe', livemode: true }).execute(),
    )
    await setOrder(shop, 2, { customer_name: 'Bo Hill' })
    await setDay(shop, id, { order_until: '2026-11-20T03:00:00.000Z' })
    await round('2026-11-20T03:29:59.999Z')
    expect(letters).toEqual([])
    await round('2026-11-20T03:30:00.000Z')
    await round('2026-11-20T04:00:00.000Z')
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['farm@example.com', '2 orders for Saturday, November 21, Farmers market'],
    ])
    expect(letters[0]?.text).toContain(
      'In all: 4 × Eggs.\n\n#1 Ada Miller: 2 × Eggs\n\n#2 Bo Hill: 2 × Eggs\n\n',
    )
  })

  test('names neither people nor products of test orders', async () => {
    const { shop, letters, id, round } = await aMarket()
    await setSetting(shop, 'contact_email', 'farm@example.com')
    await setDay(shop, id, { order_until: '2026-11-20T03:00:00.000Z' })
    await round('2026-11-20T03:30:00.000Z')
    expect(letters[0]?.text).toContain('has ended.\n\n#1: test order\n\n#2: test order\n\n')
  })

  test('names whoever ordered by phone, and the reminder goes to them as to anybody', async () => {
    const { shop, letters, id, writeDown, round } = await aMarket()
    await writeDown()
    await setSetting(shop, 'contact_email', 'farm@example.com')
    await setDay(shop, id, { order_until: '2026-11-20T03:00:00.000Z' })
    await round('2026-11-20T03:30:00.000Z')
    expect(letters[0]?.text).toContain(
      'In all: 3 × Eggs.\n\n#1: test order\n\n#2: test order\n\n#3 Cy Stone: 3 × Eggs\n\n',
    )
    letters.length = 0
    await round(EVENING)
    const reminder = letters.find(({ to }) => to === 'cy@example.com')
    expect(reminder?.subject).toBe('Pick up your order #3 on Saturday, November 21')
    expect(reminder?.text).toContain('Hi Cy, ')
    expect(reminder?.text).not.toContain('no money was taken')
  })
})

describe('telling everybody that their order is ready', () => {
  test('happens once; a second time must be asked for', async () => {
    const { letters, ready, packAll } = await aMarket()
    await packAll()
    const sent = { people: 2, untold: 2, queued: 0, toldAt: null, toCall: [], unpacked: [] }
    expect((await ready({ preview: true })).json()).toEqual(sent)
    expect((await ready({})).json()).toEqual({ ...sent, queued: 2 })
    expect(subjects(letters)).toEqual([
      'Test order: Your order #1 is ready',
      'Test order: Your order #2 is ready',
    ])
    const after = { ...sent, untold: 0, toldAt: '2026-11-18T18:00:00.000Z' }
    expect((await ready({})).json()).toEqual(after)
    expect(letters).toHaveLength(2)
    await ready({ again: true })
    expect(letters).toHaveLength(4)
    expect(new Set(letters.map(({ id }) => id)).size).toBe(4)
  })

  test('can begin with one order; a buyer gets one mail for all orders of the day, and who has no address is to be called', async () => {
    const { shop, letters, buy, ready, packAll, order } = await aMarket()
    await buy('CY@example.com')
    await buy('cy@example.com')
    await buy('dee@example.com')
    await setOrder(shop, 5, { customer_email: '', customer_phone: '605 555 1003' })
    await shop.settled()
    letters.length = 0
    expect((await order(1, {})).json()).toMatchObject({ people: 1, queued: 1, toldAt: null })
    const again = { people: 1, untold: 0, queued: 0 }
    expect((await order(1, {})).json()).toMatchObject(again)
    const toCall = [{ id: 5, customerName: 'Ada Miller', customerPhone: '605 555 1003' }]
    const all = { people: 3, untold: 2, queued: 2, toCall }
    await packAll()
    expect((await ready({})).json()).toMatchObject(all)
    expect(subjects(letters)).toEqual([
      'Test order: Your order #1 is ready',
      'Test order: Your order #2 is ready',
      'Test order: Your orders #3 and #4 are ready',
    ])
    expect((await order(4, {})).json()).toMatchObject(again)
    expect((await order(4, { again: true })).json()).toMatchObject({ queued: 1 })
    expect((await order(5, {})).json()).toMatchObject({ people: 0, queued: 0, toCall })
    expect(letters).toHaveLength(4)
    await setOrder(shop, 2, { status: 'cancelled' })
    expect((await order(2, {})).statusCode).toBe(409)
    expect((await order(99, {})).statusCode).toBe(404)
  })

  test('leaves out whose box is not packed, and names it, at both places of the day together', async () => {
    const { shop, letters, ready, buy, packAll, ask } = await aMarket()
    const other = await dayIdOf(shop, DAY, 2)
    await buy('cy@example.com')
    await shop.settled()
    await setOrder(shop, 3, { market_day_id: other })
    await packAll()
    await setOrder(shop, 2, { packed_at: null })
    letters.length = 0
    const unpacked = [{ id: 2, customerName: 'Ada Miller', customerPhone: null }]
    const all = { people: 2, untold: 2, queued: 2, unpacked }
    expect((await ready({})).json()).toMatchObject(all)
    expect(letters.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'cy@example.com'])
    await packAll()
    expect((await ready({})).json()).toMatchObject({ people: 3, untold: 1, queued: 1 })
    await setDay(shop, other, { state: 'closed' })
    expect((await ready({ preview: true })).json()).toMatchObject({ people: 2, untold: 0 })
    expect((await ask('ready', {})).statusCode).toBe(404)
  })

  test('tells once more whom no mail reached', async () => {
    const { shop, letters, ready, packAll } = await aMarket()
    await packAll()
    await ready({})
    await write(shop.db, (tx) =>
      tx
        .updateTable('outbox')
        .set({ sent_at: null, given_up_at: EVENING, last_error: 'no' })
        .where('kind', '=', 'ready')
        .where('order_id', '=', 2)
        .execute(),
    )
    expect((await ready({})).json()).toMatchObject({ untold: 1, queued: 1 })
    expect(letters.map(({ to }) => to).sort()).toEqual([
      ...['ada@example.com', 'bo@example.com', 'bo@example.com'],
    ])
  })

  test('is said by telephone to everybody while email is not set up', async () => {
    const { shop, ready, packAll } = await aMarket()
    await packAll()
    shop.shop.mail = null
    const { people, queued, toCall } = (await ready({})).json()
    expect([people, queued, toCall.map(({ id }: { id: number }) => id)]).toEqual([0, 0, [1, 2]])
    const calls = await shop.db.selectFrom('calls').select(['order_id', 'kind']).execute()
    expect(calls).toEqual([1, 2].map((order_id) => ({ order_id, kind: 'ready' })))
  })
})

describe('a message to everybody of a day', () => {
  test('stands among the desk’s emails, and can be sent again', async () => {
    const { letters, desk, ask } = await aMarket()
    await ask('message', { id: crypto.randomUUID(), message: 'We are late.' })
    const [mail] = (await desk('GET', '/api/mails')).json()
    expect(mail).toMatchObject({ orderId: 2, recipient: 'bo@example.com', state: 'sent' })
    expect(mail.text).toContain('We are late.')
    await desk('POST', `/api/mails/${mail.id}/resend`)
    expect(letters).toHaveLength(3)
  })

  test('reaches each order once, however often it is sent, and counts people before', async () => {
    const { shop, buy, letters, ask } = await aMarket()
    await buy('ADA@example.com')
    await shop.settled()
    letters.length = 0
    const body = { id: crypto.randomUUID(), message: 'We are 20 minutes late.' }
    const preview = (await ask('message', { ...body, preview: true })).json()
    expect(preview).toEqual({ people: 2, queued: 0, toCall: [] })
    expect((await ask('message', body)).json()).toEqual({ people: 2, queued: 3, toCall: [] })
    await ask('message', body)
    expect(letters).toHaveLength(3)
    expect(letters[0]?.subject).toBe('Test order: About your order #1 for Saturday, November 21')
    expect(letters[0]?.text).toContain('We are 20 minutes late.')
  })

  test('is not sent to who was moved to another day meanwhile', async () => {
    const { shop, state, letters, ask } = await aMarket()
    state.says = () => {
      throw new Error('no mail server')
    }
    await ask('message', { id: crypto.randomUUID(), message: 'We are late.' })
    state.says = () => {}
    await setOrder(shop, 1, { market_day_id: 2 })
    shop.clock.now = new Date('2026-11-18T18:02:00.000Z')
    await sendDayMails(shop.shop)
    expect(letters.map(({ to }) => to)).toEqual(['bo@example.com'])
  })

  test.skipIf(isShortOnPostgres())('waits for who had ten emails today', async () => {
    const { letters, ask } = await aMarket()
    for (let count = 0; count < 12; count++)
      await ask('message', { id: crypto.randomUUID(), message: `Message ${count}` })
    // Ten a day each, minus the confirmation.
    expect(letters).toHaveLength(18)
  })
})
