import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aShop, signIn } from '#tests/a-shop.ts'
import { aPhone, giveOf, type Phone } from '#tests/a-stall.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { insertMarketDay } from '#tests/insert-market-day.ts'
import { commandLimit } from './receive-commands.ts'

const CASH = { way: 'Cash', isCash: true }

test('what a phone reads holds no email, phone number, address or receipt of anybody', async () => {
  const its = await aMarketMorning(2)
  const { db, phone, dayId, ids } = its
  const planted: string[] = []
  await write(db, async (tx) => {
    for (const id of ids) {
      const own = [`buyer${id}@farm-mail.example`, `605-555-01${10 + id}`, `${id}77 Hidden Lane`]
      const secret = `receipt-secret-of-${id}`
      planted.push(...own, secret)
      const notes = `Call me: ${own[1]} or ${own[0]}`
      await tx
        .updateTable('orders')
        .set({ customer_email: own[0] ?? '', customer_phone: own[1] ?? '', notes })
        .set({ receipt_secret: secret })
        .set({
          shipping_address: JSON.stringify({ address: own[2], city: '', state: '', zipCode: '' }),
        })
        .where('id', '=', id)
        .execute()
    }
  })
  const day = await phone.get(`/api/stall/days/${dayId}`)
  const { boxes } = day.json()
  const { body: sent } = await phone.post(
    boxes.map((box: never) => phone.make('give', giveOf(box))),
  )
  const { body: days } = await phone.get('/api/stall/days')
  expect([boxes.length, planted.length]).toEqual([2, 8])
  for (const secret of planted) expect(day.body + sent + days).not.toContain(secret)
})

test('a phone reads a day from a week before until 3 hours after, or of the farmer two weeks, and sends for two weeks', async () => {
  const its = await aMarketMorning(0)
  const { phone, clock, dayId } = its
  const helper = await aHelper(its)
  const theirs = await aPhone(its, { dayId, label: 'Phone 2', cookie: helper.cookie })
  const { opens_at, closes_at } = await its.db
    .selectFrom('market_days')
    .selectAll()
    .where('id', '=', dayId)
    .executeTakeFirstOrThrow()
  const statusAt = async (reader: Phone, time: string, hours: number, ms = 0) => {
    clock.now = new Date(Date.parse(time) + hours * HOUR + ms)
    return (await reader.get(`/api/stall/days/${dayId}`)).statusCode
  }
  for (const reader of [phone, theirs]) {
    expect(await statusAt(reader, opens_at, -7 * 24, -1)).toBe(404)
    expect(await statusAt(reader, opens_at, -7 * 24)).toBe(200)
  }
  expect(await statusAt(theirs, closes_at, 3)).toBe(200)
  expect(await statusAt(theirs, closes_at, 3, 1)).toBe(404)
  clock.now = new Date('2026-12-05T16:59:59.000Z')
  expect((await phone.post([])).statusCode).toBe(200)
  clock.now = new Date('2026-12-05T17:00:00.000Z')
  expect((await phone.post([])).json()).toMatchObject({ code: 'grant-ended' })
  const again = await aPhone(its, { dayId, deviceId: phone.deviceId })
  expect(await statusAt(again, closes_at, 14 * 24)).toBe(200)
  expect(await statusAt(again, closes_at, 14 * 24, 1)).toBe(404)
})

test('a phone reads all places of a date, what to harvest for them, and the boxes of its deliveries', async () => {
  const its = await aMarketMorning(1)
  const { db, dayId, ids } = its
  const deliveryDay = await insertMarketDay(db, { day: '2026-11-21', placeId: 3 })
  await insertOrder(its, {
    ...{ market_day_id: deliveryDay, delivery_method: 'shipping', pickup_location: null },
    ...{ pickup_date: null, is_gift: true, if_short: 'call', customer_name: 'Ben Cole' },
    ...{ gift_to: 'Ruth Gray', gift_message: 'Call me: 605-555-0123', gift_prices: true },
  })
  await its.phone.report('give', giveOf(await its.boxOf(ids[0] ?? 0)))
  const phone = await aPhone(its, { dayId: deliveryDay, label: 'Phone 2' })
  const { boxes, places, harvest, marketDay } = await phone.day()
  expect(marketDay).toMatchObject({ id: deliveryDay, kind: 'delivery' })
  expect(boxes).toMatchObject([
    {
      ...{ shortName: 'Ben C.', isGift: true, giftTo: 'Ruth G.', giftMessage: 'Call me: …' },
      ...{ giftPrices: true, ifShort: 'call', isPacked: false, packs: [] },
    },
  ])
  expect(places).toEqual([
    expect.objectContaining({ id: dayId, kind: 'pickup', orders: 1, packed: 1, handedOut: 1 }),
    expect.objectContaining({ placeName: 'Farm store', orders: 0, packed: 0, handedOut: 0 }),
    expect.objectContaining({ id: deliveryDay, orders: 1, packed: 0, handedOut: 0 }),
  ])
  expect(harvest.places.map(({ orders }) => orders)).toEqual([1, 0, 1])
})

test('commands of two market days of one phone arrive in any order, also under a fresh grant', async () => {
  const its = await aMarketMorning(0)
  const { dayId, db, clock, phone } = its
  const rows = db.selectFrom('market_days').select('id').where('id', '!=', dayId)
  const { id: other } = await rows.orderBy('day').executeTakeFirstOrThrow()
  const put = (marketDayId: number, amount: number) =>
    phone.make('cash-move', { move: 'put_in', amount, note: null, marketDayId })
  const [first, second, third] = [put(dayId, 1), put(other, 2), put(dayId, 4)]
  await phone.send(third)
  clock.now = new Date('2026-12-06T17:00:00.000Z')
  expect((await phone.post([first])).statusCode).toBe(401)
  const again = await aPhone(its, { dayId, deviceId: phone.deviceId })
  const { results, seen, missing } = await again.send(second, first)
  expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
  expect({ seen, missing }).toEqual({ seen: 3, missing: [] })
  const moves = db.selectFrom('cash_moves').select(['market_day_id', 'amount_cents'])
  expect(await moves.orderBy('amount_cents').execute()).toEqual([
    { market_day_id: dayId, amount_cents: 100 },
    { market_day_id: other, amount_cents: 200 },
    { market_day_id: dayId, amount_cents: 400 },
  ])
})

test('numbers that never came are asked for, and no more once the phone says that it lost them', async () => {
  const its = await aMarketMorning(0)
  const { phone } = its
  const made = [1, 2, 3, 4].map((amount) =>
    phone.make('cash-move', { move: 'put_in', amount, note: null }),
  )
  expect(await phone.send(made[3])).toMatchObject({ seen: 4, missing: [1, 2, 3] })
  expect(await phone.send(made[1])).toMatchObject({ seen: 4, missing: [1, 3] })
  const sent = await phone.post([made[0]], { gone: [3] })
  expect(sent.json()).toMatchObject({ seen: 4, missing: [] })
  const cookie = await signIn(its)
  const overview = await its.inject({ method: 'GET', url: '/api/stall', headers: { cookie } })
  expect(overview.json().phones).toMatchObject([{ missing: 0, gone: 1 }])
})

test('only numbers that the shop asked for are noted as gone, and none of a lost phone', async () => {
  const its = await aMarketMorning(0)
  const { phone } = its
  const gone = async () =>
    (await its.db.selectFrom('stall_gone').select('seq').orderBy('seq').execute()).map(
      ({ seq }) => seq,
    )
  const say = (numbers: readonly number[]) => phone.post([], { gone: numbers })
  await say(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(await gone()).toEqual([])
  const move = { move: 'put_in', amount: 1, note: null } as const
  await phone.send(phone.make('cash-move', { ...move, seq: 4 }))
  await say([2, 2, 4, 5, 900])
  expect(await gone()).toEqual([2])
  const headers = { cookie: phone.desk }
  await its.inject({ method: 'POST', url: `/api/stall/phones/${phone.deviceId}/lost`, headers })
  await say([1, 3])
  expect(await gone()).toEqual([2])
})

test('what is handed over the evening before says so, and a clock that is far off or ahead says nothing', async () => {
  const its = await aMarketMorning(3)
  const { phone, clock, ids, boxOf, order } = its
  const timeOf = async (id: number, madeAt: string) => {
    await phone.report('give', { ...giveOf(await boxOf(id)), madeAt })
    return (await order(id)).collected_at
  }
  const [evening = 0, ahead = 0, longAgo = 0] = ids
  expect(await timeOf(evening, '2026-11-21T00:43:00.000Z')).toBe('2026-11-21T00:43:00.000Z')
  const now = clock.now.toISOString()
  expect(await timeOf(ahead, '2026-11-21T17:20:00.000Z')).toBe(now)
  expect(await timeOf(longAgo, '1970-01-01T00:00:00.000Z')).toBe(now)
})

const BAD: Record<string, object> = {
  'an amount of nothing': { kind: 'cash-move', move: 'put_in', amount: 0, note: null },
  'an amount beyond everything': { kind: 'cash-move', move: 'put_in', amount: 1e9, note: null },
  'an amount that is none': { kind: 'cash-move', move: 'put_in', amount: 'NaN', note: null },
  'too many lines': {
    ...{ kind: 'sell', tenders: [], note: null },
    lines: Array.from({ length: 500 }, () => ({ name: 'x', units: 1, amount: 0 })),
  },
  'somebody of another farm': { kind: 'cash-move', move: 'put_in', amount: 5, note: null, by: 99 },
  'a number below 1': { kind: 'cash-move', move: 'put_in', amount: 5, note: null, seq: -1 },
  'a NUL': { kind: 'cash-move', move: 'put_in', amount: 5, note: 'a\u0000b' },
  'half a letter': { kind: 'cash-move', move: 'put_in', amount: 5, note: 'a\ud800' },
  'a field too many': { kind: 'cash-move', move: 'put_in', amount: 5, note: null, price: 1 },
  'no kind': {},
}

test('bad notes are kept as unreadable or set aside, with no effect and never an error', async () => {
  const its = await aMarketMorning(0)
  const { phone, db } = its
  const bad = Object.values(BAD).map((facts) => ({ ...phone.make('give', {} as never), ...facts }))
  const { results } = await phone.send(...bad)
  expect(results.map(({ outcome }) => outcome)).toEqual(bad.map(() => 'unreadable'))
  const sale = { lines: [{ productId: 1, units: 1, amount: 9 }], note: null }
  const short = await phone.report('sell', { ...sale, tenders: [{ ...CASH, amount: 8 }] })
  expect(short).toMatchObject({
    outcome: 'set-aside',
    message: 'This sale is $9.00, but $8.00 was paid.',
  })
  const unknown = { lines: [{ productId: 4711, units: 1, amount: 9 }], note: null }
  const sold = await phone.report('sell', { ...unknown, tenders: [{ ...CASH, amount: 9 }] })
  expect(sold).toMatchObject({ outcome: 'set-aside' })
  for (const madeAt of ['1970-01-01T00:00:00.000Z', '2200-01-01T00:00:00.000Z'])
    await phone.report('sell', { ...sale, tenders: [{ ...CASH, amount: 9 }], madeAt })
  const times = await db.selectFrom('sales').select('at').distinct().execute()
  expect(times.map(({ at }) => at.slice(0, 10))).toEqual(['2026-11-21'])
  expect(await db.selectFrom('cash_moves').select('id').execute()).toEqual([])
  const long = { ...phone.make('give', {} as never), note: 'x'.repeat(65 * 1024) }
  expect((await phone.post([long])).statusCode).toBe(413)
  const stored = await db
    .selectFrom('stall_commands')
    .select('id')
    .where('kind', '=', 'unreadable')
    .execute()
  expect(stored).toHaveLength(bad.length)
})

test('a phone whose browser was emptied is told how many notes it had announced, and how many arrived', async () => {
  const { phone, clock } = await aMarketMorning(0)
  const noted = async () => (await phone.get('/api/stall/days')).json().noted
  expect(await noted()).toEqual({ announced: 0, arrived: 0, heardAt: null })
  const putIn = () => phone.make('cash-move', { move: 'put_in', amount: 1, note: null })
  const [first, , third] = [putIn(), putIn(), putIn()]
  await phone.post([first, third], { waiting: 4 })
  const heardAt = clock.now.toISOString()
  expect(await noted()).toEqual({ announced: 7, arrived: 2, heardAt })
})

test('the cookie of a phone opens nothing but the stall, and a foreign page sends nothing by it', async () => {
  const { phone, inject } = await aMarketMorning(0)
  expect((await phone.get('/api/orders')).statusCode).toBe(401)
  expect((await phone.get('/api/stall')).statusCode).toBe(401)
  const foreign = await inject({
    ...{ method: 'POST', url: '/api/stall/commands', payload: {} },
    headers: { cookie: phone.cookie(), origin: 'https://elsewhere.example' },
  })
  expect(foreign.statusCode).toBe(403)
})

test('a phone that sends too much is asked to wait, however many others send', () => {
  let now = Date.parse('2026-11-21T17:00:00.000Z')
  const limit = commandLimit(() => new Date(now))
  const send = (phone: string, notes: number, bytes = 0) => limit(phone, { notes, bytes })
  for (const notes of [50, 50, 50]) send('one', notes)
  expect(() => send('one', 1)).toThrow('Please wait')
  for (let other = 0; other < 1200; other++) send(`another ${other}`, 50)
  expect(() => send('one', 1)).toThrow('Please wait')
  now += 16_000
  send('one', 50)
  for (const bytes of [60_000, 60_000, 10_000]) send('long notes', 1, bytes)
  expect(() => send('long notes', 1)).toThrow('Please wait')
})

test('what is sent in chunks counts by what arrives', async () => {
  const shop = await aShop({ now: '2026-11-21T17:00:00.000Z', env: { LIMITS: 'on' } })
  const days = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await days.executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId })
  const { clock, inject } = shop
  const send = () => {
    const head = { version: 1, deviceId: phone.deviceId, sentAt: clock.now, waiting: 0, gone: [] }
    const text = JSON.stringify({ ...head, commands: [{ note: 'x'.repeat(60_000) }] })
    const headers = { cookie: phone.cookie(), 'content-type': 'application/json' }
    return inject({
      ...{ method: 'POST', url: '/api/stall/commands', payload: Readable.from([text]) },
      headers: { ...headers, 'transfer-encoding': 'chunked' },
    })
  }
  const answers = [await send(), await send(), await send(), await send()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429])
})

test('a note that is none, or nested deeper than any, is kept as unreadable, and those beside it count', async () => {
  const { phone, db, clock, inject } = await aMarketMorning(0)
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const good = phone.make('cash-move', { move: 'put_in', amount: 1, note: null })
  const send = async (...notes: string[]) => {
    const head = { version: 1, deviceId: phone.deviceId, sentAt: clock.now, waiting: 0, gone: [] }
    const answer = await inject({
      ...{ method: 'POST', url: '/api/stall/commands' },
      headers: { cookie: phone.cookie(), 'content-type': 'application/json' },
      payload: `${JSON.stringify(head).slice(0, -1)},"commands":[${notes.join(',')}]}`,
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().results
  }
  const bad = ['"nonsense"', 'null', deep(3000), deep(12_000)]
  const twice = `{"id":"${good.id}","a":${deep(3000)}}`
  const first = await send(...bad, JSON.stringify(good), twice)
  expect(first.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...[...bad.map(() => 'unreadable'), 'applied', 'set-aside'],
  ])
  expect(await send(deep(3000))).toEqual([first[2]])
  expect(await db.selectFrom('cash_moves').select('id').execute()).toHaveLength(1)
})
