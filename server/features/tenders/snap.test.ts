import { describe, expect, test } from 'vitest'
import { parseWaysToPay, wrongInWaysToPay } from '#contract/money/tenders.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { whatIsWrong } from '#tests/books.ts'
import { randomNumbers } from '#tests/random-numbers.ts'

/** 10 AM on a market Saturday, farm time. */
const NOON = '2026-11-21T17:00:00.000Z'

async function aMarket() {
  const shop = await aShop({ now: NOON })
  const { db } = shop
  const eggs = await aProduct(db, { name: 'Eggs', price: 500, stock: 90 })
  const soap = await aProduct(db, { name: 'Soap', price: 400, stock: 90 })
  const row = db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await row.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId })
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
    (await shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })).json()
  const mark = (snap: boolean) => ask('PUT', `/api/products/${eggs.id}`, { snap })
  const order = async (more: object = {}) => {
    const items = [
      { productId: eggs.id, quantity: 2, price: 5 },
      { productId: soap.id, quantity: 1, price: 4 },
    ]
    const draft = { customerName: 'Ada', marketDayId: dayId, items, total: 14, paidBy: null }
    const placed = await ask('POST', '/api/desk/orders', {
      ...{ id: crypto.randomUUID(), ...draft, ...more },
    })
    return Number(placed.id)
  }
  const take = (id: number, amount: number, way = 'SNAP/EBT', kind = 'taken') =>
    ask('POST', `/api/orders/${id}/tenders`, { id: crypto.randomUUID(), kind, way, amount })
  const balance = async (id: number) => (await ask('GET', `/api/orders/${id}`)).balance
  return { shop, db, eggs, soap, dayId, phone, ask, mark, order, take, balance }
}

describe('SNAP', () => {
  test('is in the usual list, and no cash', () => {
    expect(parseWaysToPay('').filter(({ isEbt }) => isEbt)).toMatchObject([{ name: 'SNAP/EBT' }])
    const both = [{ name: 'EBT', isCash: true, givesChange: false, isEbt: true }]
    expect(wrongInWaysToPay(JSON.stringify(both))).toMatch(/^SNAP is not cash/)
    expect(wrongInWaysToPay(JSON.stringify([{ ...both[0], isEbt: false }]))).toBeNull()
  })

  test('is told of no order or product while the farm marks none', async () => {
    const { shop, order, take, balance } = await aMarket()
    const id = await order()
    await take(id, 14, 'Check')
    expect(await balance(id)).toEqual({ worth: 14, paid: 14, due: 0, ways: ['Check'] })
    const [first] = (await shop.inject({ url: '/api/products' })).json()
    expect(Object.keys(first)).not.toContain('snap')
  })

  test('may pay for the eligible goods of an order, as they were marked when it was placed', async () => {
    const { shop, mark, order, take, balance } = await aMarket()
    const unmarked = await order()
    expect(await mark(true)).toMatchObject({ snap: true })
    expect((await shop.inject({ url: `/api/products` })).json()).toMatchObject([
      { name: 'Eggs', snap: true },
      { name: 'Soap' },
    ])
    const id = await order()
    expect(await balance(id)).toMatchObject({ due: 14, snapDue: 10 })
    expect(await balance(unmarked)).toMatchObject({ due: 14, snapDue: 0 })
    await take(id, 6)
    expect(await balance(id)).toMatchObject({ due: 8, snapDue: 4, ebtPaid: 6 })
    await mark(false)
    await take(id, 8)
    expect(await balance(id)).toMatchObject({ due: 0, snapDue: 0, ebtPaid: 14 })
    await take(id, 14, 'SNAP/EBT', 'given-back')
    expect(await balance(id)).toMatchObject({ due: 14, snapDue: 10 })
    expect(await balance(id)).not.toHaveProperty('ebtPaid')
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('pays for what a change brought in, and for no more than a change left', async () => {
    const { shop, soap, ask, mark, order, balance } = await aMarket()
    const id = await order()
    const jam = await aProduct(shop.db, { name: 'Jam', price: 400, stock: 9 })
    await mark(true)
    await ask('PUT', `/api/products/${jam.id}`, { snap: true })
    const { revision } = await ask('GET', `/api/orders/${id}`)
    const lines = [
      { productId: soap.id, units: -1, goods: 'sellable' },
      { productId: jam.id, units: 1 },
    ]
    const change = { id: crypto.randomUUID(), lines, reason: 'Out of soap.', revision }
    await ask('POST', `/api/orders/${id}/changes`, { ...change, notifiesBuyer: false })
    expect(await balance(id)).toMatchObject({ due: 14, snapDue: 4 })
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    expect(await balance(id)).toMatchObject({ due: 0, snapDue: 0 })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('is known by the name alone, from old phones too, and goes back as it came', async () => {
    const { db, eggs, soap, phone, ask, mark } = await aMarket()
    await mark(true)
    const sold = phone.make('sell', {
      lines: [eggs, soap].map(({ id: productId }) => ({ productId, units: 1, amount: 5 })),
      tenders: [
        { way: 'SNAP/EBT', isCash: false, amount: 7 },
        { way: 'Cash', isCash: true, amount: 2 },
        { way: 'EBT of last year', isCash: false, amount: 1 },
      ],
      note: null,
    })
    await phone.send(sold)
    expect(
      await db.selectFrom('sale_items').select(['name', 'snap']).orderBy('number').execute(),
    ).toEqual([
      { name: 'Eggs', snap: true },
      { name: 'Soap', snap: false },
    ])
    const ways = [{ name: 'Cash', isCash: true, givesChange: true }]
    await ask('POST', '/api/settings', { key: 'ways_to_pay', value: JSON.stringify(ways) })
    await phone.report('void-sale', { target: sold.id })
    const rows = db.selectFrom('tenders').select(['name', 'is_ebt']).orderBy('id')
    const sums = await rows
      .select((row) => row.fn.sum('amount_cents').as('cents'))
      .groupBy(['name', 'is_ebt', 'id'])
      .execute()
    expect(sums.filter(({ is_ebt }) => is_ebt).map(({ cents }) => Number(cents))).toEqual([
      700, -700,
    ])
    const { products, ways: known } = await phone.day()
    expect([products.find(({ id }) => id === eggs.id)?.snap, known]).toEqual([true, ways])
  })
})

test('whatever is taken and given back, SNAP may pay what is eligible, unpaid and not paid by it yet', async () => {
  const { mark, order, take, balance, db } = await aMarket()
  await mark(true)
  const random = randomNumbers(20261129)
  for (let run = 0; run < 6; run++) {
    const id = await order()
    for (let deed = 0; deed < 5; deed++) {
      const kind = random() < 0.7 ? 'taken' : 'given-back'
      const way = ['SNAP/EBT', 'Cash', 'Venmo'][Math.floor(random() * 3)]
      await take(id, Math.ceil(random() * 900) / 100, way, kind)
      const rows = await db.selectFrom('tenders').selectAll().where('order_id', '=', id).execute()
      const sum = (own: typeof rows) => own.reduce((all, row) => all + row.amount_cents, 0)
      const ebt = sum(rows.filter(({ name }) => name === 'SNAP/EBT'))
      expect(sum(rows.filter((row) => row.is_ebt))).toBe(ebt)
      const { snapDue, ebtPaid = 0 } = await balance(id)
      const due = 1400 - sum(rows)
      expect(Math.round(snapDue * 100)).toBe(Math.max(0, Math.min(1000 - ebt, due)))
      expect(Math.round(ebtPaid * 100)).toBe(Math.max(0, ebt))
    }
  }
})
