import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setCapacity } from '#server/features/calendar/by-hand-days.ts'
import { sendDayMails } from '#server/features/mail/send-mails.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { MARKET, STORE } from '#tests/a-farm-calendar.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { dayIdOf } from '#tests/shop-rows.ts'

const [FIRST, SECOND] = ['2026-11-21', '2026-11-28']
/** Place ids. */
const [DELIVERY, ELSEWHERE] = [3, 4]

async function aMarket({ orders = 3, more = {} }: { orders?: number; more?: object } = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' } })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = mailer
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 2500, stock: 1000 })
  const buy = async (email: string) =>
    (await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], { customerEmail: email, ...more }))).json()
  const placed = []
  for (let count = 0; count < orders; count++) placed.push(await buy(`buyer${count}@example.com`))
  await shop.settled()
  letters.length = 0
  const desk = atSettledDesk(shop)
  const ask = (url: string, payload: object) => desk('POST', url, payload)
  /** Previews first, as the desk does, then confirms what it saw. */
  const close = async (day: string, more: object = {}, placeId = MARKET) => {
    const url = `/api/market-days/${await dayIdOf(shop, day, placeId)}/close`
    const body = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false, ...more }
    const { confirm } = (await ask(url, body)).json()
    const again = () => ask(url, { ...body, confirm })
    return { first: await again(), again }
  }
  return { shop, eggs, letters, buy, placed, desk, ask, close }
}

const ordersOf = (shop: AShop) =>
  shop.db
    .selectFrom('orders')
    .select(['id', 'status', 'pickup_date', 'pickup_location', 'market_day_id', 'revision'])
    .select(['cancel_until', 'order_until'])
    .orderBy('id')
    .execute()

describe('closing a market day', () => {
  test('moves its orders, makes room, tells each buyer once and lets them cancel for a day', async () => {
    const { shop, letters, desk, close } = await aMarket()
    const target = await dayIdOf(shop, SECOND, STORE)
    await write(shop.db, (tx) => setCapacity(tx, target, 1))
    const { order_until } = (await ordersOf(shop))[0] ?? {}
    const message = 'The market is flooded.\n\nWe are sorry!'
    const { first } = await close(FIRST, { moveTo: target, message })
    expect(first.json()).toEqual({ moved: 3, cancelled: 0, refused: [], left: 0, toCall: [] })
    await shop.settled()
    expect(await ordersOf(shop)).toMatchObject(
      Array.from({ length: 3 }, () => ({
        status: 'pending',
        market_day_id: target,
        pickup_date: SECOND,
        pickup_location: 'farm_store',
        revision: 1,
        order_until,
        cancel_until: '2026-11-19T18:00:00.000Z',
      })),
    )
    const day = shop.db.selectFrom('market_days').selectAll().where('id', '=', target)
    expect(await day.executeTakeFirst()).toMatchObject({ capacity: 3, taken: 3 })
    expect(letters.map(({ to }) => to).sort()).toEqual(
      [0, 1, 2].map((count) => `buyer${count}@example.com`),
    )
    expect(letters[0]?.subject).toBe(
      'Test order: Your order #1 was moved to Saturday, November 28, at the farm store',
    )
    expect(letters[0]?.text).toContain('\n\nThe market is flooded.\n\nWe are sorry!\n\n')
    expect(letters[0]?.text).toContain(
      'we had to move your order #1 to Saturday, November 28, at the farm store.',
    )
    expect(letters[0]?.text).toContain('you can cancel on your receipt until Nov 19, 11:00 AM')
    expect(letters[0]?.text).not.toContain('Eggs')
    const { history } = (await desk('GET', '/api/orders/1')).json()
    expect(history.at(-1)).toMatchObject({
      kind: 'moved',
      reason: 'Saturday, November 28, Farm store',
    })
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('brings each buyer a calendar entry that takes the place of the one before', async () => {
    const { shop, letters, placed, close } = await aMarket({ orders: 1 })
    const entryAt = async (url: string) =>
      Object.fromEntries(
        [...(await shop.inject({ url })).body.matchAll(/^(UID|SEQUENCE|DTSTART):(.*)\r$/gm)].map(
          ([, name, value]) => [name, value],
        ),
      )
    const before = await entryAt(`${placed[0].receiptUrl}/pickup.ics`)
    expect(before).toMatchObject({ SEQUENCE: '0', DTSTART: '20261121T160000Z' })
    await close(FIRST, { moveTo: await dayIdOf(shop, SECOND) })
    await shop.settled()
    const [, path = ''] =
      /Add to calendar: https:\/\/farm\.example(\/o\/\S+)/.exec(letters[0]?.text ?? '') ?? []
    expect(await entryAt(path)).toEqual({
      UID: before.UID,
      SEQUENCE: '1',
      DTSTART: '20261128T160000Z',
    })
  })

  test('says before it moves them what the new day would have too much of', async () => {
    const { ask, shop, eggs, desk } = await aMarket()
    const moveTo = await dayIdOf(shop, SECOND)
    const url = `/api/market-days/${await dayIdOf(shop, FIRST)}/close`
    const look = async () => {
      const closing = { id: crypto.randomUUID(), message: '', moveTo, cancelRest: false }
      return (await ask(url, closing)).json()
    }
    const limit = (most: number) =>
      desk('PUT', `/api/market-days/${moveTo}/limits`, { productId: eggs.id, most })
    await limit(3)
    await write(shop.db, (tx) => setCapacity(tx, moveTo, 3))
    expect(Object.keys((await look()).to[0])).not.toContain('most')
    await limit(2)
    await write(shop.db, (tx) => setCapacity(tx, moveTo, 2))
    expect(await look()).toMatchObject({
      orders: 3,
      to: [{ isNew: false, most: 3, overLimits: [{ name: 'Eggs', units: 3, most: 2 }] }],
    })
  })

  test('stands with every other change of the day in one history, by place and date', async () => {
    const { ask, shop, desk, close } = await aMarket({ orders: 1 })
    const id = await dayIdOf(shop, FIRST)
    const url = `/api/market-days/${id}`
    await desk('PUT', url, { capacity: 40 })
    await write(shop.db, (tx) => tx.updateTable('orders').set({ packed_at: url }).execute())
    await ask(`/api/days/${FIRST}/ready`, {})
    await ask(`${url}/message`, { id: crypto.randomUUID(), message: 'We come at ten.' })
    await close(FIRST, { cancelRest: true })
    const listed = await desk('GET', `/api/admin/history?subject=day&id=${id}`)
    const entries = listed.json<{ action: string; after: object }[]>()
    expect(entries.map(({ action }) => action)).toEqual([
      'closed',
      'written to',
      'ready',
      'changed',
    ])
    for (const { after } of entries)
      expect(after).toMatchObject({ day: FIRST, place: 'Farmers market' })
  })

  test('does nothing twice, and goes on where it stopped', async () => {
    const { shop, letters, close } = await aMarket()
    const moveTo = await dayIdOf(shop, SECOND)
    const { again } = await close(FIRST, { moveTo })
    // As a crash after the second order would leave things.
    const from = await dayIdOf(shop, FIRST)
    const back = { market_day_id: from, pickup_date: FIRST, revision: 0 }
    await write(shop.db, async (tx) => {
      await tx.updateTable('orders').set(back).where('id', '=', 3).execute()
      await tx.deleteFrom('outbox').where('order_id', '=', 3).where('kind', '=', 'moved').execute()
    })
    const done = { moved: 3, cancelled: 0, refused: [], left: 0, toCall: [] }
    expect((await again()).json()).toEqual(done)
    expect((await again()).json()).toEqual(done)
    await shop.settled()
    expect((await ordersOf(shop)).map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(letters.filter(({ to }) => to === 'buyer0@example.com')).toHaveLength(1)
    const closed = shop.db.selectFrom('audit').select('id').where('action', '=', 'closed')
    expect(await closed.execute()).toHaveLength(1)
  })

  test('asked for twice at once moves each order and tells its buyer once', async () => {
    const { shop, letters, ask } = await aMarket()
    const moveTo = await dayIdOf(shop, SECOND)
    await write(shop.db, (tx) => setCapacity(tx, moveTo, 1))
    const url = `/api/market-days/${await dayIdOf(shop, FIRST)}/close`
    const body = { id: crypto.randomUUID(), message: '', moveTo, cancelRest: false }
    const { confirm } = (await ask(url, body)).json()
    await Promise.all([1, 2, 3].map(() => ask(url, { ...body, confirm })))
    await shop.settled()
    await sendDayMails(shop.shop)
    expect((await ordersOf(shop)).map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(letters).toHaveLength(3)
    const day = shop.db.selectFrom('market_days').selectAll().where('id', '=', moveTo)
    expect(await day.executeTakeFirst()).toMatchObject({ capacity: 3, taken: 3 })
  })

  test('leaves or cancels a delivery that the other zone does not cover', async () => {
    const { shop, close } = await aMarket({ orders: 1, more: BY_DELIVERY })
    await aDeliveryDay(shop)
    const [from, moveTo] = [await dayIdOf(shop, FIRST, DELIVERY), await aZoneOfElsewhere(shop)]
    await write(shop.db, (tx) => tx.updateTable('orders').set({ market_day_id: from }).execute())
    const left = await close(FIRST, { moveTo }, DELIVERY)
    const message = 'Order #1 goes to ZIP code 57747, which Elsewhere does not cover.'
    expect(left.first.json()).toMatchObject({ moved: 0, refused: [{ id: 1, message }], left: 1 })
    const { first } = await close(FIRST, { moveTo, cancelRest: true }, DELIVERY)
    expect(first.json()).toEqual({ moved: 0, cancelled: 1, refused: [], left: 0, toCall: [] })
  })

  test('moves nothing back that was decided otherwise since', async () => {
    const { shop, close } = await aMarket()
    const { again } = await close(FIRST, { moveTo: await dayIdOf(shop, SECOND) })
    const from = await dayIdOf(shop, FIRST)
    await write(shop.db, async (tx) => {
      const back = { market_day_id: from, pickup_date: FIRST, revision: 2 }
      await tx.updateTable('orders').set(back).where('id', '=', 2).execute()
    })
    expect((await again()).json()).toEqual({
      moved: 2,
      cancelled: 0,
      refused: [{ id: 2, message: 'Order #2 was just changed. Please look at it.' }],
      left: 1,
      toCall: [],
    })
  })

  test('cancels all and gives every cent back once, with the farmer’s words', async () => {
    const { shop, letters, close } = await aMarket()
    const more = { cancelRest: true, message: 'The hens are ill' }
    const { first, again } = await close(FIRST, more)
    const done = { moved: 0, cancelled: 3, refused: [], left: 0, toCall: [] }
    expect(first.json()).toEqual(done)
    expect((await again()).json()).toEqual(done)
    await shop.settled()
    const refunds = await shop.db.selectFrom('refunds').selectAll().execute()
    expect(refunds.map(({ amount_cents, state }) => [amount_cents, state])).toEqual(
      Array.from({ length: 3 }, () => [2500, 'succeeded']),
    )
    expect(letters).toHaveLength(3)
    expect(letters[0]?.text).toContain('Reason: The hens are ill.')
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('is refused when an order came or went since it was looked at', async () => {
    const { shop, buy, ask } = await aMarket()
    const url = `/api/market-days/${await dayIdOf(shop, FIRST)}/close`
    const body = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: true }
    const preview = (await ask(url, body)).json()
    expect(preview).toMatchObject({ orders: 3, people: 3, toCall: [] })
    await buy('late@example.com')
    const refused = await ask(url, { ...body, confirm: preview.confirm })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'plan-changed'])
    expect((await ordersOf(shop)).every(({ status }) => status === 'pending')).toBe(true)
  })

  test.each([
    ['itself', MARKET],
    ['a day of delivery', DELIVERY],
  ])('moves nothing to %s', async (_, placeId) => {
    const { shop, ask } = await aMarket({ orders: 1 })
    if (placeId === DELIVERY) await aDeliveryDay(shop)
    const moveTo = await dayIdOf(shop, FIRST, placeId)
    const body = { id: crypto.randomUUID(), message: '', moveTo, cancelRest: false }
    const refused = await ask(`/api/market-days/${await dayIdOf(shop, FIRST)}/close`, body)
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'moveTo'])
  })
})

async function aZoneOfElsewhere(shop: AShop): Promise<number> {
  await write(shop.db, (tx) =>
    tx
      .insertInto('places')
      .values({
        ...{ key: 'elsewhere', kind: 'delivery', name: 'Elsewhere', position: 4, id: ELSEWHERE },
        ...{ zips: JSON.stringify(['99501']), map_url: null, retired_at: null },
      })
      .execute(),
  )
  await aDeliveryDay(shop, ELSEWHERE)
  return dayIdOf(shop, FIRST, ELSEWHERE)
}

async function aDeliveryDay(shop: AShop, place_id = DELIVERY): Promise<void> {
  const id = await dayIdOf(shop, FIRST)
  const { id: _, ...day } = await shop.db
    .selectFrom('market_days')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await write(shop.db, (tx) =>
    tx
      .insertInto('market_days')
      .values({ ...day, place_id })
      .execute(),
  )
}

describe('another date', () => {
  const SUNDAY = '2026-11-22'

  async function aSnowDay() {
    const market = await aMarket({ orders: 2 })
    const { shop, eggs, ask } = market
    const [first, store] = [await dayIdOf(shop, FIRST), await dayIdOf(shop, FIRST, STORE)]
    const items = [{ productId: eggs.id, quantity: 1, price: 25 }]
    const order = { customerName: 'Will Gray', marketDayId: store, items, total: 25, paidBy: null }
    const id = crypto.randomUUID()
    expect((await ask('/api/desk/orders', { id, ...order })).statusCode).toBe(201)
    const url = `/api/market-days/${first}/close`
    const closing = (more: object = {}) => ({
      ...{ id: crypto.randomUUID(), message: 'Snow.', cancelRest: false, with: [store] },
      ...{ moveTo: { day: SUNDAY }, ...more },
    })
    const days = () =>
      shop.db
        .selectFrom('market_days')
        .innerJoin('places', 'places.id', 'place_id')
        .select(['market_days.day', 'places.key', 'state', 'opens', 'closes', 'order_until'])
        .where('market_days.day', 'in', [FIRST, SUNDAY])
        .orderBy('market_days.day')
        .orderBy('places.id')
        .execute()
    const all = async () => ({
      days: await days(),
      orders: await ordersOf(shop),
      mails: await shop.db.selectFrom('outbox').select('id').where('queue', '=', 'days').execute(),
      calls: await shop.db.selectFrom('calls').select('order_id').execute(),
    })
    return { ...market, first, store, url, closing, days, all }
  }

  test('is made for all places at once, at their hours, and each buyer is told or to be called', async () => {
    const { shop, ask, url, closing, days, letters } = await aSnowDay()
    const will = { id: 3, customerName: 'Will Gray', customerPhone: null }
    const body = closing()
    const preview = (await ask(url, body)).json()
    expect(preview).toMatchObject({
      ...{ orders: 3, people: 2, toCall: [will] },
      to: [
        { placeName: 'Farmers market', day: SUNDAY, opens: '09:00', closes: '12:00', isNew: true },
        { placeName: 'Farm store', day: SUNDAY, opens: '14:00', closes: '17:00', isNew: true },
      ],
    })
    const again = () => ask(url, { ...body, confirm: preview.confirm })
    const done = { moved: 3, cancelled: 0, refused: [], left: 0, toCall: [will] }
    expect((await again()).json()).toEqual(done)
    expect((await again()).json()).toEqual(done)
    await shop.settled()
    expect(letters.map(({ to }) => to).sort()).toEqual(['buyer0@example.com', 'buyer1@example.com'])
    expect((await ordersOf(shop)).map((one) => [one.pickup_location, one.pickup_date])).toEqual([
      ['farmers_market', SUNDAY],
      ['farmers_market', SUNDAY],
      ['farm_store', SUNDAY],
    ])
    // Ordering for the new day ends equally long before it.
    const ENDS = '2026-11-22T07:00:00.000Z'
    expect(await days()).toMatchObject([
      { day: FIRST, key: 'farmers_market', state: 'closed' },
      { day: FIRST, key: 'farm_store', state: 'closed' },
      { day: SUNDAY, key: 'farmers_market', state: 'open', opens: '09:00', order_until: ENDS },
      { day: SUNDAY, key: 'farm_store', state: 'open', opens: '14:00', order_until: ENDS },
    ])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('may have other hours, and a day that stands there takes the orders as it is', async () => {
    const { ask, url, closing, days, shop, first } = await aSnowDay()
    const hours = { opens: '13:00', closes: '15:00', orderDays: 1, orderTime: '18:00' }
    await ask('/api/market-days', { placeId: 2, days: [SUNDAY], ...hours })
    const other = { marketDayId: first, ...hours, opens: '10:00' }
    const body = closing({ moveTo: { day: SUNDAY, hours: [other] } })
    const preview = (await ask(url, body)).json()
    expect(preview.to).toMatchObject([
      { placeName: 'Farmers market', opens: '10:00', closes: '15:00', isNew: true },
      { placeName: 'Farm store', opens: '13:00', closes: '15:00', isNew: false },
    ])
    expect((await ask(url, { ...body, confirm: preview.confirm })).json()).toMatchObject({
      moved: 3,
    })
    expect((await days()).filter(({ day }) => day === SUNDAY)).toHaveLength(2)
    expect((await ordersOf(shop)).map(({ pickup_date }) => pickup_date)).toEqual([
      SUNDAY,
      SUNDAY,
      SUNDAY,
    ])
  })

  test('is refused in words where it cannot be, and nothing is half done', async () => {
    const { ask, url, closing, all, shop, first, store } = await aSnowDay()
    const hours = { opens: '13:00', closes: '15:00', orderDays: 1, orderTime: '18:00' }
    const backward = { marketDayId: first, ...hours, closes: '09:00' }
    const ofAnotherDate = await dayIdOf(shop, SECOND, STORE)
    const before = await all()
    for (const [words, change] of [
      [/is over/, { moveTo: { day: '2026-11-10' } }],
      [/another date/, { moveTo: { day: FIRST } }],
      [/two years/, { moveTo: { day: '2029-11-10' } }],
      [/close after it opens/, { moveTo: { day: SUNDAY, hours: [backward] } }],
      [
        /Farm store is already open on Saturday, November 28, 2026, 2pm to 5pm/,
        { moveTo: { day: SECOND, hours: [{ marketDayId: store, ...hours }] } },
      ],
      [/places of one day/, { with: [ofAnotherDate] }],
    ] as const) {
      const refused = await ask(url, { ...closing(change), confirm: 'seen before' })
      expect([refused.statusCode, refused.json().message]).toEqual([
        400,
        expect.stringMatching(words),
      ])
      expect(await all()).toEqual(before)
    }
  })

  test('is refused where one of the places is closed there', async () => {
    const its = await aSnowDay()
    const { ask, url, closing, all, shop } = its
    const other = await dayIdOf(shop, SECOND, STORE)
    const off = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
    const there = `/api/market-days/${other}/close`
    await ask(there, { ...off, confirm: (await ask(there, off)).json().confirm })
    const before = await all()
    const refused = await ask(url, closing({ moveTo: { day: SECOND } }))
    expect([refused.statusCode, refused.json().field]).toEqual([400, 'moveTo.day'])
    expect(refused.json().message).toMatch(/^Farm store is closed on Saturday, November 28/)
    expect(await all()).toEqual(before)
  })

  test('chosen on two tablets at once is made once, and the second looks again', async () => {
    const { ask, url, closing, days, shop, letters } = await aSnowDay()
    const bodies = [closing(), closing()]
    const sent = []
    for (const body of bodies)
      sent.push({ ...body, confirm: (await ask(url, body)).json().confirm })
    const [one, twice, other] = await Promise.all([
      ask(url, sent[0] ?? {}),
      ask(url, sent[0] ?? {}),
      ask(url, sent[1] ?? {}),
    ])
    await shop.settled()
    const codes = [one, twice, other].map((answer) => answer?.statusCode).sort()
    // Whichever came first: sent twice, the same decision counts once.
    expect([
      [200, 200, 409],
      [200, 409, 409],
    ]).toContainEqual(codes)
    expect((await days()).filter(({ day }) => day === SUNDAY)).toHaveLength(2)
    expect((await ordersOf(shop)).map(({ revision }) => revision)).toEqual([1, 1, 1])
    expect(letters).toHaveLength(2)
  })

  test('moves all places or none, whatever breaks on the way', async () => {
    const { ask, url, closing, all, shop } = await aSnowDay()
    const body = closing()
    const { confirm } = (await ask(url, body)).json()
    const before = await all()
    await breakMovesOf(shop, 3)
    expect((await ask(url, { ...body, confirm })).statusCode).toBe(500)
    expect(await all()).toEqual(before)
    await mendMoves(shop)
    expect((await ask(url, { ...body, confirm })).json()).toMatchObject({ moved: 3, left: 0 })
  })
})

/** Makes the database refuse to move this order, as a bug might. */
async function breakMovesOf({ db }: AShop, id: number): Promise<void> {
  const when = sql`before update of market_day_id on orders`
  await write(db, async (tx) => {
    if (!inject('postgresUrl'))
      return sql`create trigger broken_moves ${when} when old.id = ${sql.lit(id)}
        begin select raise(abort, 'broken'); end`.execute(tx)
    await sql`create function break_move() returns trigger language plpgsql as
      $$ begin raise exception 'broken'; end $$`.execute(tx)
    return sql`create trigger broken_moves ${when} for each row
      when (old.id = ${sql.lit(id)}) execute function break_move()`.execute(tx)
  })
}

async function mendMoves({ db }: AShop): Promise<void> {
  await write(db, async (tx) => {
    if (!inject('postgresUrl')) return sql`drop trigger broken_moves`.execute(tx)
    return sql`drop function break_move cascade`.execute(tx)
  })
}

describe('a closed day with orders', () => {
  test('is shown to the farmer until each is moved, cancelled or settled by phone', async () => {
    const { shop, desk, close } = await aMarket({
      orders: 2,
      more: { customerPhone: '605 555 0100' },
    })
    expect((await close(FIRST)).first.json()).toMatchObject({ moved: 0, left: 2 })
    const unsettled = async () => (await desk('GET', '/api/market-days/unsettled')).json()
    const [day] = await unsettled()
    expect(day).toMatchObject({
      day: FIRST,
      placeName: 'Farmers market',
      orders: [{ id: 1, customerPhone: '605 555 0100' }, { id: 2 }],
    })
    const settle = (isSettled: boolean) => desk('PUT', '/api/orders/1/settled', { isSettled })
    expect((await settle(true)).statusCode).toBe(204)
    expect((await unsettled())[0].orders).toMatchObject([{ id: 2 }])
    await settle(false)
    expect((await unsettled())[0].orders).toHaveLength(2)
    await close(FIRST, { moveTo: await dayIdOf(shop, SECOND) })
    expect(await unsettled()).toEqual([])
  })
})
