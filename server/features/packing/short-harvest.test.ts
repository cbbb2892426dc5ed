import { describe, expect, test } from 'vitest'
import { aShortHarvest, DAY, fiveOrders } from '#tests/a-short-harvest.ts'

const outcomes = (orders: { id: number; gets: number; outcome: string; refunded: number }[]) =>
  orders.map(({ id, gets, outcome, refunded }) => [id, gets, outcome, refunded])

describe('a short harvest', () => {
  test('is planned fairly, by who ordered first or as the farmer decides, and nothing happens before it is confirmed', async () => {
    const { plan, draftOf, ask, standing, stockOf, carrots, db } = await fiveOrders()
    const before = await standing()
    const { orders, need, offered, substitute, totals } = await plan(draftOf())
    expect(outcomes(orders)).toEqual([
      ...[
        [1, 2, 'fewer', 3.5],
        [2, 1, 'all', 0],
        [3, 2, 'fewer', 0.5],
        [4, 2, 'all', 0],
      ],
      [5, 1, 'waits', 0],
    ])
    expect([need, offered, substitute?.name]).toEqual([12, 6, 'Kale'])
    expect(totals).toMatchObject({ changed: 2, ended: 0, refunded: 4, substituted: 2, calls: 1 })
    const gets = async (more: object) =>
      (await plan(draftOf(more))).orders.map((order) => order.gets)
    expect(await gets({ rule: 'first' })).toEqual([3, 1, 4, 0, 0])
    const typed = [1, 1, 4, 2, 0].map((units, index) => ({ orderId: index + 1, units }))
    expect(await gets({ rule: 'own', gets: typed })).toEqual([1, 1, 4, 2, 0])
    const tooMany = await ask(draftOf({ rule: 'own', gets: [{ orderId: 1, units: 2 }] }))
    expect(tooMany.json()).toMatchObject({ code: 'invalid', field: 'gets' })
    expect(tooMany.json().message).toBe('That is 11 in all, and there are only 8.')
    const above = await ask(draftOf({ rule: 'own', gets: [{ orderId: 2, units: 2 }] }))
    expect(above.json().message).toBe('#2 ordered only 1.')
    const nobody = await plan(draftOf({ have: 12 }))
    expect(nobody.orders.every(({ outcome }) => outcome === 'all')).toBe(true)
    expect(await standing()).toEqual(before)
    expect(await stockOf(carrots.id)).toBe(6)
    expect(await db.selectFrom('order_changes').select('id').execute()).toEqual([])
  })

  test('is done in one step: goods, money, mails, what was still offered, and who is called, once that is done', async () => {
    const its = await fiveOrders()
    const { share, draftOf, standing, stockOf, carrots, kale, db, desk, wrong } = its
    const answer = await share(draftOf())
    expect(answer.json().done).toEqual({
      ...{ changed: 2, ended: 0, refunded: 4, mails: 2, substituted: 2, calls: 1, takenOff: 6 },
    })
    expect(await standing()).toEqual([
      [1, 2, 0],
      [2, 1, 0],
      [3, 2, 2],
      [4, 2, 0],
      [5, 2, 0],
    ])
    // What never grew can't be sold, and what was still offered is taken off sale.
    expect([await stockOf(carrots.id), await stockOf(kale.id)]).toEqual([0, 12])
    const changes = db.selectFrom('order_changes').select(['order_id', 'changed_by', 'reason'])
    const byShort = { changed_by: 'short', reason: 'Frost took the rest.' }
    expect(await changes.orderBy('order_id').execute()).toEqual([
      { order_id: 1, ...byShort },
      { order_id: 3, ...byShort },
    ])
    const mails = db.selectFrom('outbox').select('order_id').where('kind', '=', 'changed')
    expect((await mails.orderBy('order_id').execute()).map((mail) => mail.order_id)).toEqual([1, 3])
    const refunds = db.selectFrom('refunds').select(['amount_cents', 'state'])
    expect(await refunds.orderBy('amount_cents').execute()).toEqual([
      { amount_cents: 50, state: 'succeeded' },
      { amount_cents: 350, state: 'succeeded' },
    ])
    const calls = async () =>
      (await desk('GET', `/api/days/${DAY}/pack`))
        .json()
        .orders.filter(({ toCallAbout }: { toCallAbout: [] }) => toCallAbout.length)
    expect(await calls()).toMatchObject([
      { id: 5, toCallAbout: [{ productId: carrots.id, name: 'Carrots', gets: 1, units: 2 }] },
    ])
    expect(await wrong()).toEqual([])
    const called = await share(draftOf({ called: [5] }))
    expect(called.json().done).toMatchObject({ changed: 1, refunded: 3.5, calls: 0, takenOff: 0 })
    expect((await standing()).at(-1)).toEqual([5, 1, 0])
    expect(await calls()).toEqual([])
    expect(await wrong()).toEqual([])
  })

  test('sent twice is done once', async () => {
    const its = await fiveOrders()
    const { ask, plan, draftOf, standing, stockOf, carrots, db, wrong } = its
    const draft = draftOf()
    const { confirm } = await plan(draft)
    const both = await Promise.all([ask({ ...draft, confirm }), ask({ ...draft, confirm })])
    const again = await ask({ ...draft, confirm })
    const done = [...both, again].map((answer) => answer.json().done)
    expect(done[0]).toMatchObject({ changed: 2, takenOff: 6 })
    expect(done).toEqual([done[0], done[0], done[0]])
    await its.shop.settled()
    expect((await standing())[0]).toEqual([1, 2, 0])
    expect(await stockOf(carrots.id)).toBe(0)
    expect(await db.selectFrom('order_changes').select('id').execute()).toHaveLength(2)
    expect(await wrong()).toEqual([])
  })

  test('ends an order that is left with nothing, fee and all, and a missing beet is not for sale', async () => {
    const its = await aShortHarvest()
    await its.buy(2, {}, [[its.eggs, 1]])
    await its.buy(2)
    await its.buy(1, { ifShort: 'substitute' })
    const { share, draftOf, stockOf, carrots, db, desk, wrong, standing } = its
    const answer = await share(draftOf({ have: 0, reason: '' }))
    expect(answer.json().done).toMatchObject({ changed: 2, ended: 1, refunded: 14.25 })
    expect(await standing()).toEqual([
      [1, 0, 0],
      [3, 0, 1],
    ])
    expect(await stockOf(carrots.id)).toBe(0)
    const second = (await desk('GET', '/api/orders/2')).json()
    expect(second).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
    expect(second.refunds).toMatchObject([{ amount: 7, reason: 'order cancelled' }])
    const mails = db.selectFrom('outbox').select(['order_id', 'kind'])
    const sent = await mails
      .where('kind', 'in', ['changed', 'refunded'])
      .orderBy('order_id')
      .execute()
    expect(sent).toEqual([
      ...[
        { order_id: 1, kind: 'changed' },
        { order_id: 2, kind: 'refunded' },
      ],
      { order_id: 3, kind: 'changed' },
    ])
    expect(await wrong()).toEqual([])
  })

  test('says who is told that the order is ended, also where nothing was paid', async () => {
    const { share, plan, draftOf, desk, carrots, letters, db, shop } = await aShortHarvest()
    const day = await db
      .selectFrom('market_days')
      .select('id')
      .where('day', '=', DAY)
      .where('place_id', '=', 1)
      .executeTakeFirstOrThrow()
    const customer = { customerName: 'Cy Stone', customerEmail: 'cy@example.com' }
    await desk('POST', '/api/desk/orders', {
      ...{ id: crypto.randomUUID(), ...customer, marketDayId: day.id, paidBy: null },
      ...{ items: [{ productId: carrots.id, quantity: 2, price: 3.5 }], total: 7 },
    })
    const planned = await plan(draftOf({ have: 0 }))
    expect(planned.orders).toMatchObject([{ outcome: 'ended', refunded: 0, isTold: true }])
    expect(planned.totals.mails).toBe(1)
    await shop.settled()
    letters.length = 0
    await share(draftOf({ have: 0 }))
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['cy@example.com', 'Your order #1 was canceled'],
    ])
  })

  test('takes off what is to pay, or says what to give back, where no card paid', async () => {
    const { plan, draftOf, desk, carrots, db } = await aShortHarvest()
    const day = db.selectFrom('market_days').select('id').where('day', '=', DAY)
    const { id: marketDayId } = await day.where('place_id', '=', 1).executeTakeFirstOrThrow()
    const order = async (paidBy: string | null) => {
      const items = [{ productId: carrots.id, quantity: 2, price: 3.5 }]
      const draft = { customerName: 'Cy Stone', marketDayId, paidBy, items, total: 7 }
      return desk('POST', '/api/desk/orders', { id: crypto.randomUUID(), ...draft })
    }
    await order('Cash')
    await order(null)
    const partly = (await order(null)).json().id
    const tender = { id: crypto.randomUUID(), kind: 'taken', way: 'Cash', amount: 5 }
    await desk('POST', `/api/orders/${partly}/tenders`, tender)
    const sums = async (have: number) =>
      (await plan(draftOf({ have }))).orders.map(({ refunded, forgone, toGiveBack, lessDue }) => [
        ...[refunded, forgone, toGiveBack, lessDue],
      ])
    expect(await sums(3)).toEqual([
      [0, 0, 3.5, 0],
      [0, 0, 0, 3.5],
      [0, 0, 1.5, 2],
    ])
    expect(await sums(0)).toEqual([
      [0, 0, 7, 0],
      [0, 0, 0, 0],
      [0, 0, 5, 0],
    ])
  })

  test('puts what can still be sold on the shelf, and leaves the rest offered where it is told to', async () => {
    const { share, draftOf, stockOf, carrots, wrong } = await fiveOrders()
    await share(draftOf({ goods: 'sellable', takesOff: false, substituteId: null }))
    // 6 were offered and 3 came back; the order waiting for a call still holds its 2.
    expect(await stockOf(carrots.id)).toBe(9)
    expect(await wrong()).toEqual([])
  })

  test('gives at most as much instead as there is, and takes nothing more for it', async () => {
    const its = await aShortHarvest({ carrots: 20, kale: 3 })
    await its.buy(4, { ifShort: 'substitute' })
    await its.buy(4, { ifShort: 'substitute' })
    const dear = { substituteId: its.eggs.id, have: 4 }
    const costly = await its.plan(its.draftOf(dear))
    // Eggs are $5.00 but come at the agreed $3.50.
    expect(
      costly.orders.map(({ substituteUnits, refunded }) => [substituteUnits, refunded]),
    ).toEqual([
      [2, 0],
      [2, 0],
    ])
    await its.share(its.draftOf({ have: 4, refundInstead: [] }))
    expect(await its.standing()).toEqual([
      [1, 2, 2],
      [2, 2, 1],
    ])
    expect(await its.stockOf(its.kale.id)).toBe(0)
    const refunds = its.db.selectFrom('refunds').select('amount_cents').orderBy('amount_cents')
    expect((await refunds.execute()).map(({ amount_cents }) => amount_cents)).toEqual([50, 375])
    expect(await its.wrong()).toEqual([])
  })

  test('leaves whoever has the goods already alone, and counts them', async () => {
    const { plan, draftOf, desk, share, standing } = await fiveOrders()
    await desk('PUT', '/api/orders/3/collected', { collected: true })
    const { orders } = await plan(draftOf({ have: 6 }))
    expect(outcomes(orders).map(([, gets, outcome]) => [gets, outcome])).toEqual([
      ...[
        [1, 'fewer'],
        [1, 'all'],
        [4, 'left'],
        [0, 'ended'],
        [0, 'waits'],
      ],
    ])
    await share(draftOf({ have: 6 }))
    expect((await standing()).map(([, units]) => units)).toEqual([1, 1, 4, 2])
  })

  test('waits while a payment is on its way', async () => {
    const its = await aShortHarvest()
    its.provider({ capture: () => new Promise(() => {}) })
    void its.buy(2)
    await expect
      .poll(async () => (await its.db.selectFrom('orders').select('id').execute()).length)
      .toBe(1)
    const draft = its.draftOf({ have: 1 })
    const answer = await its.ask({ ...draft, confirm: (await its.plan(draft)).confirm })
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'not-now'])
    expect((await its.standing())[0]).toEqual([1, 2, 0])
  })
})
