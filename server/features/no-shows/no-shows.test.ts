import { describe, expect, test } from 'vitest'
import type { MissedDay, NoShowDraft } from '#contract/market/no-shows.ts'
import { FARMER } from '#server/core/caller.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setCapacity } from '#server/features/calendar/by-hand-days.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { erasePerson } from '#server/features/orders/erase-person.ts'
import { receiveCommands } from '#server/features/stall/receive-commands.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'

const SATURDAY = '2026-11-21'
const AFTER = '2026-11-21T23:00:00.000Z'
const BEFORE = '2026-11-18T18:00:00.000Z'

/** Two orders for Saturday's market; it is Saturday evening, and nobody came. */
async function aMissedDay() {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' }, now: BEFORE })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = mailer
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 2500, stock: 10 })
  for (const name of ['ada', 'ben']) {
    const body = orderBody([[eggs, 2]], { customerEmail: `${name}@example.com`, day: SATURDAY })
    await aKeyedBuyer(shop).buy(body)
  }
  await shop.settled()
  letters.length = 0
  shop.clock.now = new Date(AFTER)
  const call = atDesk(shop, { origin: 'https://farm.example' })
  const list = async () => (await call('GET', '/api/no-shows')).json<MissedDay[]>()
  const decide = (id: number, draft: Partial<NoShowDraft>) =>
    call('POST', `/api/orders/${id}/no-show`, { id: crypto.randomUUID(), message: '', ...draft })
  const order = (id: number) =>
    shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const stock = async () =>
    (await shop.db.selectFrom('products').select('stock').executeTakeFirstOrThrow()).stock
  const writeDown = async (more: object) => {
    shop.clock.now = new Date(BEFORE)
    const day = shop.db.selectFrom('market_days').select('id').where('day', '=', SATURDAY)
    const { id: marketDayId } = await day.where('place_id', '=', 1).executeTakeFirstOrThrow()
    await call('POST', '/api/desk/orders', {
      ...{ id: crypto.randomUUID(), customerName: 'Cora', marketDayId, total: 20 },
      ...{ items: [{ productId: 1, quantity: 1, price: 20 }], ...more },
    })
    await shop.settled()
    letters.length = 0
    shop.clock.now = new Date(AFTER)
  }
  return { shop, letters, call, list, decide, order, stock, writeDown }
}

const numbersOf = (days: MissedDay[]) => days.flatMap(({ orders }) => orders.map(({ id }) => id))

const nextDay = async ({ shop }: Awaited<ReturnType<typeof aMissedDay>>) => {
  const days = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-28')
  return (await days.where('place_id', '=', 1).executeTakeFirstOrThrow()).id
}

describe('orders that nobody came for', () => {
  test('are listed once their day is over, until they are handed over', async () => {
    const { shop, list, call } = await aMissedDay()
    shop.clock.now = new Date('2026-11-21T15:00:00.000Z')
    expect(await list()).toEqual([])
    shop.clock.now = new Date(AFTER)
    const [day] = await list()
    expect(day).toMatchObject({ day: SATURDAY, placeName: 'Farmers market' })
    expect(day?.orders).toMatchObject([
      { id: 1, items: [{ name: 'Eggs', units: 2 }], left: 50, isKept: false, canNotifyBuyer: true },
      { id: 2, revision: 0 },
    ])
    await call('PUT', '/api/orders/1/collected', { collected: true })
    expect(numbersOf(await list())).toEqual([2])
    shop.clock.now = new Date('2026-12-20T18:00:00.000Z')
    expect(await list()).toEqual([])
  })

  test('change nothing and tell nobody until the farmer decides, with sense', async () => {
    const { shop, order, stock, letters, decide } = await aMissedDay()
    const preview = { decision: 'cancel', goods: 'sellable', message: 'Sorry.' } as const
    expect((await decide(1, preview)).json()).toEqual({
      ...{ isDecided: false, revision: 0, refunded: 50, most: null, notifiesBuyer: true },
    })
    for (const [draft, field, text] of [
      [{ decision: 'keep' }, 'keepUntil', 'Please choose a day.'],
      [{ decision: 'next_day' }, 'moveTo', 'Please choose a market day.'],
      [{ decision: 'cancel' }, 'goods', 'Please say whether these can still be sold.'],
      [{ decision: 'keep', keepUntil: '2026-11-20' }, 'keepUntil', /from today on/],
      [{ decision: 'keep', keepUntil: '2027-11-20' }, 'keepUntil', /from today on/],
      [{ decision: 'next_day', moveTo: 999 }, 'moveTo', 'Please choose another market day.'],
      [{ decision: 'burn' }, 'decision', 'Please choose what to do with this order.'],
    ] as const) {
      const answer = await decide(1, draft as Partial<NoShowDraft>)
      expect([answer.statusCode, answer.json().field]).toEqual([400, field])
      expect(answer.json().message).toMatch(text)
    }
    await shop.settled()
    expect(await order(1)).toMatchObject({ status: 'pending', revision: 0 })
    expect(await shop.db.selectFrom('no_shows').select('id').execute()).toEqual([])
    expect([await stock(), letters.length]).toEqual([6, 0])
  })
})

describe('the farmer decides', () => {
  test('to keep one until a day: it is asked about again after that day, and can be handed over', async () => {
    const { shop, list, decide, letters, call } = await aMissedDay()
    const store = {
      decision: 'keep',
      keepUntil: '2026-11-24',
      message: 'It is in our fridge.',
    } as const
    const done = await decide(1, { ...store, revision: 0 })
    expect(done.json()).toMatchObject({ isDecided: true, revision: 1, notifiesBuyer: true })
    await shop.settled()
    expect(letters.map(({ to }) => to)).toEqual(['ada@example.com'])
    expect(letters[0]?.text).toContain('\n\nIt is in our fridge.\n\n')
    const shown = async () => (await list())[0]?.orders.find(({ id }) => id === 1)
    expect(await shown()).toMatchObject({ isKept: true, keptUntil: '2026-11-24' })
    shop.clock.now = new Date('2026-11-25T18:00:00.000Z')
    expect(await shown()).toMatchObject({ isKept: false, keptUntil: '2026-11-24' })
    expect((await call('PUT', '/api/orders/1/collected', { collected: true })).statusCode).toBe(200)
    expect(numbersOf(await list())).toEqual([2])
    const { history } = (await call('GET', '/api/orders/1')).json()
    await call('PUT', '/api/orders/1/status', { status: 'delivered' })
    const said = shop.db.selectFrom('no_shows').select('message')
    expect(await said.execute()).toEqual([{ message: 'It is in our fridge.' }])
    await write(shop.db, (tx) => erasePerson(tx, 1, AFTER))
    expect(await said.execute()).toEqual([{ message: '' }])
    expect(history[1]).toMatchObject({ kind: 'kept', reason: 'Tuesday, November 24' })
  })

  test('to move one to the next market, with room made and no right to take the money back', async () => {
    const market = await aMissedDay()
    const { shop, list, decide, letters, order } = market
    const moveTo = await nextDay(market)
    await write(shop.db, (tx) => setCapacity(tx, moveTo, 1))
    await decide(1, { decision: 'next_day', moveTo, message: '', revision: 0 })
    const draft = { decision: 'next_day', moveTo, message: 'Next Saturday, then.' } as const
    expect((await decide(2, draft)).json()).toMatchObject({ most: 2, notifiesBuyer: true })
    await decide(2, { ...draft, revision: 0 })
    await shop.settled()
    expect(await order(2)).toMatchObject({
      ...{ market_day_id: moveTo, pickup_date: '2026-11-28', cancel_until: null, revision: 1 },
    })
    expect(letters[0]?.text).toContain('Next Saturday, then.')
    expect(letters[0]?.text).not.toContain('you can cancel')
    expect([letters.length, numbersOf(await list())]).toEqual([1, []])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('to move one where the next market has too much of its goods, which is said before', async () => {
    const market = await aMissedDay()
    const { shop, call, decide, order } = market
    const moveTo = await nextDay(market)
    await call('PUT', `/api/market-days/${moveTo}/limits`, { productId: 1, most: 3 })
    const draft = { decision: 'next_day', moveTo, message: '' } as const
    expect((await decide(1, draft)).json()).not.toHaveProperty('overLimits')
    await decide(1, { ...draft, revision: 0 })
    expect((await decide(2, draft)).json()).toMatchObject({
      overLimits: [{ name: 'Eggs', units: 4, most: 3 }],
    })
    expect((await decide(2, { ...draft, revision: 0 })).json()).not.toHaveProperty('overLimits')
    expect(await order(2)).toMatchObject({ market_day_id: moveTo })
    const limit = shop.db
      .selectFrom('day_limits')
      .select('taken')
      .where('market_day_id', '=', moveTo)
    expect(await limit.execute()).toEqual([{ taken: 4 }])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('to give the goods away: they are gone, the money stays, the order is over', async () => {
    const { shop, list, decide, letters, call, order, stock } = await aMissedDay()
    await decide(1, { decision: 'give_away', message: 'To the food bank.', revision: 0 })
    await shop.settled()
    expect(letters).toHaveLength(1)
    expect(await order(1)).toMatchObject({ status: 'delivered', collected_at: null })
    expect(await stock()).toBe(6)
    expect(numbersOf(await list())).toEqual([2])
    const { history, payment } = (await call('GET', '/api/orders/1')).json()
    expect([history[1].kind, payment.left]).toEqual(['given_away', 50])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test.each([
    ['sellable', 8, 0],
    ['missing', 6, 2],
  ] as const)(
    'to cancel one whose goods are %s: the money goes back by one mail',
    async (goods, left, lost) => {
      const { shop, decide, letters, order, stock } = await aMissedDay()
      const message = 'You did not come.'
      await decide(1, { decision: 'cancel', goods, message, revision: 0 })
      await shop.settled()
      expect(await order(1)).toMatchObject({ status: 'cancelled', stock_taken: false })
      const refunds = await shop.db
        .selectFrom('refunds')
        .select(['amount_cents', 'reason'])
        .execute()
      expect(refunds).toEqual([{ amount_cents: 5000, reason: message }])
      expect(letters.map(({ to, text }) => [to, text.includes(message)])).toEqual([
        ['ada@example.com', true],
      ])
      expect(await stock()).toBe(left)
      const missing = shop.db.selectFrom('stock_movements').select('delta')
      const rows = await missing.where('reason', '=', 'missing').execute()
      expect(rows.reduce((sum, { delta }) => sum - delta, 0)).toBe(lost)
      expect(await checkBooks(shop.db)).toEqual([])
    },
  )

  test('to cancel one that was paid by hand: no card gets money, and what to give back is said', async () => {
    const { shop, list, decide, call, writeDown } = await aMissedDay()
    await writeDown({ paidBy: 'Cash' })
    const found = (await list())[0]?.orders.find(({ id }) => id === 3)
    expect(found).toMatchObject({ left: 0, paidByHand: 20, canNotifyBuyer: false })
    const done = await decide(3, { decision: 'cancel', goods: 'missing', message: '', revision: 0 })
    expect(done.json()).toMatchObject({ isDecided: true, refunded: 0, notifiesBuyer: false })
    const { balance } = (await call('GET', '/api/orders/3')).json()
    expect(balance).toMatchObject({ paid: 20, due: -20 })
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('to cancel one that was ordered by phone and never paid: the buyer is told at once', async () => {
    const { shop, decide, letters, call, writeDown } = await aMissedDay()
    await writeDown({ customerEmail: 'cora@example.com', paidBy: null })
    const draft = { decision: 'cancel', goods: 'missing', message: '', revision: 0 } as const
    const preview = await decide(3, { ...draft, revision: undefined })
    expect(preview.json()).toMatchObject({ isDecided: false, refunded: 0, notifiesBuyer: true })
    const done = await decide(3, draft)
    expect(done.json()).toMatchObject({ isDecided: true, refunded: 0, notifiesBuyer: true })
    await shop.settled()
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['cora@example.com', 'Your order #3 was canceled'],
    ])
    expect((await call('GET', '/api/orders/3')).json()).toMatchObject({ status: 'cancelled' })
  })

  test('once: the same decision again changes nothing, another one under its name is refused', async () => {
    const { shop, decide, letters } = await aMissedDay()
    const id = crypto.randomUUID()
    const draft = {
      id,
      decision: 'keep',
      keepUntil: '2026-11-24',
      message: 'Kept.',
      revision: 0,
    } as const
    const answers = await Promise.all([decide(1, draft), decide(1, draft), decide(1, draft)])
    await shop.settled()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(letters).toHaveLength(1)
    expect(await shop.db.selectFrom('no_shows').select('order_id').execute()).toHaveLength(1)
    const other = await decide(1, { ...draft, keepUntil: '2026-11-25' })
    expect([other.statusCode, other.json().code]).toEqual([409, 'change-impossible'])
    const older = await decide(1, { ...draft, id: crypto.randomUUID() })
    expect([older.statusCode, older.json().code]).toEqual([409, 'changed-meanwhile'])
  })

  test('nothing about an order that can still be picked up, was handed over or cancelled', async () => {
    const { shop, decide, call } = await aMissedDay()
    const codeOf = async () => (await decide(1, { decision: 'give_away' })).json().code
    shop.clock.now = new Date('2026-11-21T15:00:00.000Z')
    expect(await codeOf()).toBe('change-impossible')
    shop.clock.now = new Date(AFTER)
    await call('PUT', '/api/orders/1/collected', { collected: true })
    expect(await codeOf()).toBe('change-impossible')
    await call('PUT', '/api/orders/1/status', { status: 'cancelled' })
    expect(await codeOf()).toBe('order-cancelled')
    expect((await decide(99, { decision: 'give_away' })).statusCode).toBe(404)
  })
})

describe('while a phone that loaded the day was not heard', () => {
  const PHONE = '00000000-0000-4000-8000-0000000000a2'

  /** Phone 2 loaded Saturday and was last heard from that morning. */
  const anUnheardDay = async () => {
    const its = await aMissedDay()
    const { market_day_id } = await its.order(1)
    const dayId = market_day_id ?? 0
    const heard = (heard_at: string | null, waiting = 0) =>
      write(its.shop.db, (tx) =>
        tx.updateTable('stall_phones').set({ heard_at, waiting }).execute(),
      )
    await write(its.shop.db, async (tx) => {
      const phone = { id: PHONE, label: 'Phone 2', heard_at: '2026-11-21T13:41:00.000Z' }
      await tx
        .insertInto('stall_phones')
        .values({ ...phone, lost_at: null })
        .execute()
      const reading = { phone_id: PHONE, market_day_id: dayId, at: BEFORE }
      await tx.insertInto('stall_readings').values(reading).execute()
    })
    const giveAway = async () => {
      const { revision } = await its.order(1)
      return its.decide(1, { decision: 'give_away', message: 'Gone.', revision })
    }
    return { ...its, dayId, heard, giveAway }
  }

  test('nothing is decided, and nobody gets a mail', async () => {
    const { giveAway, decide, list, letters, order, heard } = await anUnheardDay()
    const refused = await giveAway()
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'phones-unheard'])
    expect(refused.json().message).toBe(
      'Phone 2 has not been heard from since the market closed; the last time was Nov 21, 6:41 AM. ' +
        'It may still hold orders you handed out. Connect it to the internet, or continue without it.',
    )
    expect((await decide(1, { decision: 'give_away' })).statusCode).toBe(409)
    expect((await list())[0]?.unheard).toMatchObject([{ label: 'Phone 2', waiting: 0 }])
    expect([letters, (await order(1)).status]).toEqual([[], 'pending'])
    await heard(AFTER, 3)
    expect((await giveAway()).json().message).toMatch(/it has 3 more to send/)
    await heard(null)
    expect((await giveAway()).json().message).toMatch(/since it left for the market/)
  })

  test('it is heard at last, or the farmer goes on without it by name', async () => {
    const { giveAway, heard } = await anUnheardDay()
    await heard(AFTER)
    expect((await giveAway()).statusCode).toBe(200)
    const other = await anUnheardDay()
    const url = `/api/market-days/${other.dayId}/without-phone`
    const unknown = { phoneId: '00000000-0000-4000-8000-0000000000ff' }
    expect((await other.call('POST', url, unknown)).statusCode).toBe(404)
    const without = await other.call('POST', url, { phoneId: PHONE })
    expect(without.json<MissedDay[]>()[0]?.unheard).toEqual([])
    expect((await other.giveAway()).statusCode).toBe(200)
  })

  test('a box that it handed over is told of when it is heard after the farmer went on without it, and changes no goods or money', async () => {
    const { shop, dayId, heard, giveAway, order, stock } = await anUnheardDay()
    await heard(AFTER)
    expect((await giveAway()).statusCode).toBe(200)
    const decided = await order(1)
    const moved = async () => [
      await stock(),
      await shop.db.selectFrom('refunds').selectAll().execute(),
      await shop.db.selectFrom('tenders').selectAll().execute(),
    ]
    const before = await moved()
    const { product_id: productId } = await shop.db
      .selectFrom('order_items')
      .select('product_id')
      .where('order_id', '=', 1)
      .executeTakeFirstOrThrow()
    const give = {
      ...{ id: crypto.randomUUID(), seq: 1, kind: 'give', marketDayId: dayId },
      ...{ madeAt: '2026-11-21T17:00:00.000Z', items: [{ productId, units: 2 }] },
      order: { id: 1, mark: orderMarkOf(decided.receipt_secret) },
    }
    const { results } = await receiveCommands(
      shop.shop,
      { phoneId: PHONE, isLost: false, person: FARMER },
      { version: 1, deviceId: PHONE, sentAt: AFTER, waiting: 0, gone: [], commands: [give] },
    )
    expect(results).toMatchObject([
      {
        outcome: 'set-aside',
        message:
          '#1 was handed out at the market, but it looked like a no-show, so it was given away.',
      },
    ])
    expect(await moved()).toEqual(before)
    expect((await order(1)).collected_at).not.toBeNull()
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('the desk is told which orders are at the market', async () => {
    const { shop, call, heard } = await anUnheardDay()
    const ask = async () => (await call('GET', '/api/orders/at-market?ids=1,2,99')).json()
    expect(await ask()).toEqual([])
    const grant = { id_hash: 'hash', phone_id: PHONE, person_id: 1, issued_at: BEFORE }
    await write(shop.db, (tx) =>
      tx
        .insertInto('stall_grants')
        .values({ ...grant, ends_at: '2026-12-01T00:00:00.000Z', ended_at: null })
        .execute(),
    )
    const phones = [{ label: 'Phone 2', heardAt: '2026-11-21T13:41:00.000Z' }]
    expect(await ask()).toEqual([
      { id: 1, phones },
      { id: 2, phones },
    ])
    shop.clock.now = new Date(BEFORE)
    expect(await ask()).toEqual([])
    shop.clock.now = new Date(AFTER)
    await heard(AFTER)
    expect(await ask()).toEqual([])
  })
})
