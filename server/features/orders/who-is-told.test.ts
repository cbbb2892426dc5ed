import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Calls } from '#contract/calendar/calls.ts'
import type { Today } from '#contract/today.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import type { AtEnd } from '#tests/at-end.ts'
import { IS_LONG, isShortOnPostgres } from '#tests/length-of-run.ts'
import { dayIdOf } from '#tests/shop-rows.ts'

const [FIRST, SECOND] = ['2026-11-21', '2026-11-28']

/** Two card orders with email addresses, and Will Gray's by phone without one. */
async function aMarket({ hasMail = true, atEnd = onTestFinished as AtEnd } = {}) {
  const shop = await aShop({ env: { PUBLIC_URL: 'https://farm.example' }, atEnd })
  const { letters, mailer } = aMailbox()
  shop.shop.mail = hasMail ? mailer : null
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 2500, stock: 1000 })
  const ask = atSettledDesk(shop)
  const [first, second] = [await dayIdOf(shop, FIRST), await dayIdOf(shop, SECOND)]
  const its = {
    ...{ shop, letters, eggs, ask, first, second },
    async buy(email: string): Promise<number> {
      const placed = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], { customerEmail: email }))
      await shop.settled()
      return placed.json().id
    },
    async writeDown(customerName: string, customerPhone: string): Promise<number> {
      const items = [{ productId: eggs.id, quantity: 1, price: 25 }]
      const who = { customerName, customerPhone, marketDayId: first, paidBy: null }
      const draft = { id: crypto.randomUUID(), ...who, items, total: 25 }
      const written = await ask('POST', '/api/desk/orders', draft)
      expect(written.statusCode, written.body).toBe(201)
      return written.json().id
    },
    /** Previews first, as the desk does, then confirms what it saw. */
    async close(more: object) {
      const url = `/api/market-days/${first}/close`
      const body = { id: crypto.randomUUID(), message: 'Snow.', moveTo: null, cancelRest: false }
      const preview = (await ask('POST', url, { ...body, ...more })).json()
      const again = () => ask('POST', url, { ...body, ...more, confirm: preview.confirm })
      return { preview, answer: (await again()).json(), again }
    },
    calls: async (): Promise<Calls> => (await ask('GET', '/api/calls')).json(),
    today: async (): Promise<Today> => (await ask('GET', '/api/today')).json(),
    tick: async (calls: { orderId: number; about: string }[], isCalled = true): Promise<Calls> => {
      const named = calls.map(({ orderId, about }) => ({ orderId, about }))
      const answer = await ask('PUT', '/api/calls', { calls: named, isCalled })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    },
  }
  await its.buy('ada@example.com')
  await its.buy('bo@example.com')
  await its.writeDown('Will Gray', '740 555 0142')
  letters.length = 0
  return its
}

const WILL = { id: 3, customerName: 'Will Gray', customerPhone: '740 555 0142' }

describe('who cannot be told by email', () => {
  test.each([
    ['moving', true, 'moved'],
    ['cancelling', false, 'cancelled'],
  ] as const)(
    'is named before and after %s a day, and stays on Today until ticked',
    async (_, moves, kind) => {
      const its = await aMarket()
      const more = moves ? { moveTo: its.second } : { cancelRest: true }
      const { preview, answer, again } = await its.close(more)
      expect(preview).toMatchObject({ orders: 3, people: 2, toCall: [WILL] })
      expect(answer).toMatchObject({ toCall: [WILL] })
      expect(its.letters.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'bo@example.com'])
      const { id: _id, ...person } = WILL
      expect((await its.today()).toCall).toEqual([person])
      const { open } = await its.calls()
      expect(open).toMatchObject([{ orderId: 3, kind, message: 'Snow.', ...person }])
      expect((await its.tick(open)).open).toEqual([])
      // Repeating the operation asks for no second call, and repeating the tick changes nothing.
      expect((await again()).json().toCall).toEqual([])
      expect((await its.tick(open)).done).toMatchObject([{ orderId: 3, calledBy: 'Farmer' }])
      expect((await its.today()).toCall).toEqual([])
      expect((await its.tick(open, false)).open).toHaveLength(1)
      expect((await its.today()).toCall).toEqual([person])
      const history = await its.shop.db
        .selectFrom('audit')
        .select('after')
        .where('action', '=', 'called')
        .execute()
      expect(history.map(({ after }) => after)).toEqual([{ isCalled: true }, { isCalled: false }])
    },
  )

  test('hears nothing of a day that is only closed, and every buyer is called where no email is set up', async () => {
    const later = await aMarket()
    const { preview } = await later.close({})
    expect(preview).toMatchObject({ orders: 3, people: 0, toCall: [] })
    expect((await later.today()).toCall).toEqual([])
    const silent = await aMarket({ hasMail: false })
    const closed = await silent.close({ moveTo: silent.second })
    expect([closed.preview, closed.answer]).toMatchObject([{ people: 0 }, { moved: 3, left: 0 }])
    const queued = silent.shop.db.selectFrom('outbox').select('id').where('queue', '=', 'days')
    expect(await queued.execute()).toEqual([])
    expect(closed.preview.toCall.map(({ id }: { id: number }) => id)).toEqual([1, 2, 3])
    expect((await silent.calls()).open.map(({ orderId }) => orderId).sort()).toEqual([1, 2, 3])
  })

  test('is told of a message by phone, once for each, and by nobody who has the goods or was erased', async () => {
    const its = await aMarket()
    const url = `/api/market-days/${its.first}/message`
    const body = { id: crypto.randomUUID(), message: 'We are late.' }
    expect((await its.ask('POST', url, { ...body, preview: true })).json()).toEqual({
      ...{ people: 2, toCall: [WILL], queued: 0 },
    })
    expect((await its.calls()).open).toEqual([])
    for (const _ of [1, 2]) await its.ask('POST', url, body)
    expect((await its.calls()).open).toMatchObject([{ kind: 'message', message: 'We are late.' }])
    await its.ask('PUT', '/api/orders/3/collected', { collected: true })
    expect((await its.calls()).open).toEqual([])
    await its.ask('PUT', '/api/orders/3/collected', { collected: false })
    expect((await its.calls()).open).toHaveLength(1)
    await its.ask('POST', '/api/orders/3/tenders', {
      ...{ id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 25 },
    })
    its.shop.clock.now = new Date('2027-11-20T18:00:00.000Z')
    expect((await its.today()).toCall).toHaveLength(1)
    expect((await its.ask('DELETE', '/api/orders/3/person')).statusCode).toBe(200)
    expect((await its.today()).toCall).toEqual([])
    expect(await its.shop.db.selectFrom('calls').selectAll().execute()).toEqual([])
  })

  test('is one to call, however many orders they have', async () => {
    const its = await aMarket()
    await its.writeDown('Will Gray', '740 555 0142')
    const change = { opens: '11:00' }
    await its.ask('PUT', `/api/market-days/${its.first}`, change)
    const { changedDays } = await its.today()
    expect(changedDays).toMatchObject([{ people: 3 }])
    await its.close({ moveTo: its.second })
    expect((await its.today()).toCall).toHaveLength(1)
    expect((await its.calls()).open.map(({ orderId }) => orderId)).toEqual([3, 4])
  })

  test('is refused in words where a tick names nothing', async () => {
    const its = await aMarket()
    const empty = await its.ask('PUT', '/api/calls', { calls: [], isCalled: true })
    expect([empty.statusCode, empty.json().message]).toEqual([400, 'Please say whom you called.'])
    const unknown = [{ orderId: 99, about: 'nothing' }]
    expect(await its.tick(unknown)).toEqual({ open: [], done: [] })
  })
})

describe('who was told other hours', () => {
  const changeDay = (its: Awaited<ReturnType<typeof aMarket>>, change: object) =>
    its.ask('PUT', `/api/market-days/${its.first}`, change)
  const tell = async (its: Awaited<ReturnType<typeof aMarket>>, body: object = {}) =>
    (await its.ask('POST', `/api/market-days/${its.first}/change-notice`, body)).json()
  const words =
    'The hours have changed: Saturday, November 21, 11am to noon, instead of 9am to noon.'

  test('is offered to be told, by email and by phone, once; receipts and calendars say the new ones', async () => {
    const its = await aMarket()
    expect(await tell(its, { preview: true })).toEqual({
      ...{ people: 0, toCall: [], queued: 0, messages: [] },
    })
    await changeDay(its, { opens: '11:00' })
    const offered = { people: 2, toCall: [WILL], messages: [words] }
    expect(await tell(its, { preview: true })).toEqual({ ...offered, queued: 0 })
    expect((await its.today()).changedDays).toMatchObject([{ id: its.first, people: 3 }])
    expect(its.letters).toEqual([])
    const url = `/api/market-days/${its.first}/change-notice`
    const both = await Promise.all([1, 2].map(() => its.ask('POST', url, {})))
    expect(both.map((answer) => answer.json().queued).sort()).toEqual([0, 2])
    expect(its.letters.map(({ to }) => to).sort()).toEqual(['ada@example.com', 'bo@example.com'])
    expect(its.letters[0]?.text).toContain(words)
    expect((await its.calls()).open).toMatchObject([{ kind: 'changed', message: words }])
    expect((await its.today()).changedDays).toEqual([])
    const secret = its.shop.db.selectFrom('orders').select('receipt_secret').where('id', '=', 1)
    const { receipt_secret } = await secret.executeTakeFirstOrThrow()
    const receipt = await its.shop.inject({ url: `/api/receipts/${receipt_secret}` })
    expect(receipt.body).toContain('11:00')
    const entry = await its.shop.inject({ url: `/o/${receipt_secret}/pickup.ics` })
    expect(entry.body).toMatch(/DTSTART[^\r\n]*T180000Z|DTSTART[^\r\n]*T110000/)
  })

  test('is nobody once the old hours hold again, who ordered since, or whom the farmer told', async () => {
    const its = await aMarket()
    await changeDay(its, { opens: '11:00' })
    await its.buy('late@example.com')
    expect(await tell(its, { preview: true })).toMatchObject({ people: 2 })
    await changeDay(its, { opens: '09:00' })
    expect(await tell(its, { preview: true })).toMatchObject({ people: 1, toCall: [] })
    expect(await tell(its, { isKnown: true })).toMatchObject({ people: 0, queued: 0 })
    expect(await tell(its, { preview: true })).toMatchObject({ people: 0, toCall: [] })
    expect((await its.calls()).open).toEqual([])
  })

  test('hears of another address too, and of another end of ordering only who may cancel until then', async () => {
    const its = await aMarket()
    await its.ask('PUT', '/api/places/1', { address: '2 Elm Street' })
    const { messages } = await tell(its, { preview: true })
    expect(messages).toEqual([expect.stringMatching(/^The place has changed.*2 Elm Street\.$/)])
    await tell(its)
    const setting = (value: string) => ({ key: 'buyer_cancels', value, description: '' }) as const
    await write(its.shop.db, (tx) => tx.insertInto('settings').values(setting('false')).execute())
    await changeDay(its, { orderDays: 2 })
    expect(await tell(its, { preview: true })).toMatchObject({ people: 0, toCall: [] })
    await write(its.shop.db, (tx) => tx.updateTable('settings').set(setting('true')).execute())
    const cut = await tell(its, { preview: true })
    expect(cut.messages).toEqual([expect.stringMatching(/^You can cancel your order until /)])
    const missing = await its.ask('POST', '/api/market-days/9999/change-notice', {})
    expect(missing.statusCode).toBe(404)
  })

  const RUNS = IS_LONG ? 200 : 6
  const event = fc.oneof(
    fc.constantFrom('09:00', '10:00', '11:00').map((opens) => ({ name: 'change', opens })),
    fc.constantFrom({ name: 'order' }, { name: 'write down' }, { name: 'tell' }, { name: 'move' }),
  )

  test.skipIf(isShortOnPostgres())(
    'is told once for each change, whatever happens in whatever order',
    {
      timeout: IS_LONG ? 1_800_000 : 120_000,
    },
    async () => {
      const law = fc.asyncProperty(
        fc.array(event, { minLength: 3, maxLength: 8 }),
        async (events) => {
          await using ends = new AsyncDisposableStack()
          const its = await aMarket({ atEnd: (end) => ends.defer(end) })
          const limit = its.letters
          let opens = '09:00'
          const knows = new Map([1, 2, 3].map((id) => [id, opens]))
          const isPhone = new Set([3])
          let [mails, calls] = [0, 0]
          for (const one of events) {
            if (one.name === 'change' && 'opens' in one) {
              await changeDay(its, { opens: one.opens })
              opens = one.opens
            } else if (one.name === 'order')
              knows.set(await its.buy(`b${knows.size}@example.com`), opens)
            else if (one.name === 'write down') {
              const id = await its.writeDown(`Cy ${knows.size}`, '')
              knows.set(id, opens)
              isPhone.add(id)
            } else if (one.name === 'move') {
              const [id] = [...knows.keys()].slice(-1)
              if (id === undefined) continue
              const { revision } = (await its.ask('GET', `/api/orders/${id}`)).json()
              const sent = {
                lines: [],
                moveTo: its.second,
                reason: '',
                notifiesBuyer: false,
                revision,
              }
              const url = `/api/orders/${id}/changes`
              await its.ask('POST', url, { id: crypto.randomUUID(), ...sent })
              knows.delete(id)
            } else {
              const untold = [...knows].filter(([, told]) => told !== opens).map(([id]) => id)
              limit.length = 0
              await tell(its)
              const reached = untold.filter((id) => !isPhone.has(id)).length
              mails += reached
              calls += untold.length - reached
              expect(limit.length, `mails after ${JSON.stringify(events)}`).toBe(reached)
              for (const id of untold) knows.set(id, opens)
            }
            const shown = (await its.today()).changedDays.reduce(
              (sum, { people }) => sum + people,
              0,
            )
            expect(shown).toBe([...knows.values()].filter((told) => told !== opens).length)
          }
          const queued = its.shop.db
            .selectFrom('outbox')
            .select('id')
            .where('kind', '=', 'day_message')
          expect((await queued.execute()).length).toBe(mails)
          expect((await its.shop.db.selectFrom('calls').selectAll().execute()).length).toBe(calls)
        },
      )
      await fc.assert(law, { seed: 20_261_128, numRuns: RUNS })
    },
  )
})
