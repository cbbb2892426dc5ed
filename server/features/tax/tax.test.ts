import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { composeMail } from '#server/features/mail/compose-mail.ts'
import { readFacts } from '#server/features/mail/mail-queries.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { randomNumbers } from '#tests/random-numbers.ts'
import { dayIdOf } from '#tests/shop-rows.ts'

/** 10 AM on a market Saturday, farm time. */
const NOON = '2026-11-21T17:00:00.000Z'

const HEADINGS = 'Place,Rate,Sales with tax,Paid by SNAP,Taxable without tax,Tax,Not taxable'

async function aMarket() {
  const shop = await aShop({ now: NOON })
  const { db } = shop
  const eggs = await aProduct(db, { name: 'Eggs', price: 500, stock: 900 })
  const soap = await aProduct(db, { name: 'Soap', price: 1250, stock: 900, category: 'Bakery' })
  const dayId = await dayIdOf(shop)
  const phone = await aPhone(shop, { dayId })
  const send = atSettledDesk(shop)
  const ask = async (...given: Parameters<typeof send>) => (await send(...given)).json()
  const set = async (key: string, value: string) => {
    const added = await send('POST', '/api/settings', { key, value })
    return added.json().value === value || added.statusCode >= 300
      ? added
      : send('PUT', `/api/settings/${key}`, { value })
  }
  const collect = async (rate = '6.2') => {
    await set('tax_rate', rate)
    await set('tax_categories', '{"Bakery":"standard"}')
  }
  const order = async (lines: [{ id: number }, number, number][], more: object = {}) => {
    const items = lines.map(([{ id: productId }, quantity, price]) => {
      return { productId, quantity, price }
    })
    const total = lines.reduce((sum, [, quantity, price]) => sum + quantity * price, 0)
    const draft = { customerName: 'Ada', marketDayId: dayId, items, total, paidBy: null }
    const placed = await ask('POST', '/api/desk/orders', {
      ...{ id: crypto.randomUUID(), ...draft, ...more },
    })
    return Number(placed.id)
  }
  const shown = (id: number): Promise<Order> => ask('GET', `/api/orders/${id}`)
  const receipt = async (id: number) => {
    const { receiptUrl } = await shown(id)
    return ask('GET', `/api/receipts/${receiptUrl.split('/').at(-1)}`)
  }
  const file = async (name = 'sales-tax', query = 'period=this-month') =>
    (await send('GET', `/api/analytics/${name}.csv?${query}`)).body.replace('\uFEFF', '')
  const rows = async (): Promise<Record<string, string>[]> =>
    parse(await file(), { columns: true, relax_column_count: true })
  return {
    ...{ shop, db, eggs, soap, dayId, phone, send, ask, set },
    collect,
    order,
    shown,
    receipt,
    file,
    rows,
  }
}

describe('sales tax', () => {
  test('is nowhere while no rate is set, but its file has its headings', async () => {
    const { eggs, soap, order, shown, receipt, file, set, collect, db } = await aMarket()
    const id = await order([
      [eggs, 1, 5],
      [soap, 1, 12.5],
    ])
    for (const answer of [await shown(id), await receipt(id)])
      expect(JSON.stringify(answer)).not.toMatch(/tax/i)
    expect(await file()).toBe(`${HEADINGS}\r\n`)
    expect(await file('bookkeeping')).toContain('No sales tax is collected')
    await collect()
    expect(await file('bookkeeping')).not.toContain('sales tax')
    const later = await order([[soap, 1, 12.5]])
    await set('tax_rate', '')
    expect(await file('bookkeeping')).toContain('No sales tax is collected')
    expect((await shown(later)).tax).toMatchObject([{ rate: 6.2 }])
    expect(await file()).toContain('6.2 %')
    const items = await db.selectFrom('order_items').select('tax_bp').orderBy('order_id').execute()
    expect(items.map(({ tax_bp }) => tax_bp)).toEqual([0, 0, 620])
  })

  test('is said in the order, the receipt, the mail and the file, and is added to nothing', async () => {
    const { shop, eggs, soap, collect, order, shown, receipt, file, db } = await aMarket()
    await collect()
    const id = await order(
      [
        [soap, 1, 12.5],
        [eggs, 1, 5],
      ],
      { customerEmail: 'ada@example.com' },
    )
    const tax = [{ rate: 6.2, on: 12.5, amount: 0.73 }]
    expect(await shown(id)).toMatchObject({ total: 17.5, subtotal: 17.5, tax })
    expect(await receipt(id)).toMatchObject({ total: 17.5, tax })
    const mail = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
    const facts = (await readFacts(db, [mail])).get(mail.id) ?? expect.fail('no facts')
    const farm = { settings: [], linkOrigin: 'https://farm.example', from: '' } as never
    expect(composeMail(facts, farm).text).toContain('Includes sales tax (6.2 %): $0.73')
    expect(await file()).toBe(
      [
        HEADINGS,
        'Farmers market,6.2 %,12.50,0.00,11.77,0.73,0.00',
        'Farmers market,None,0.00,0.00,0.00,0.00,5.00',
        'Total,,12.50,0.00,11.77,0.73,5.00',
        '',
      ].join('\r\n'),
    )
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('keeps the rate of the day it was sold, of its place, and of its product before its category', async () => {
    const { eggs, soap, collect, order, shown, set, ask, send } = await aMarket()
    await collect()
    const rateOf = async (id: number) => (await shown(id)).tax?.map(({ rate }) => rate) ?? []
    const first = await order([[soap, 1, 12.5]])
    await set('tax_rate', '7')
    expect([await rateOf(first), await rateOf(await order([[soap, 1, 12.5]]))]).toEqual([
      [6.2],
      [7],
    ])
    expect((await send('PUT', '/api/places/1', { taxRate: 4.25 })).json()).toMatchObject({
      taxRate: 4.25,
    })
    expect(await rateOf(await order([[soap, 1, 12.5]]))).toEqual([4.25])
    await ask('PUT', `/api/products/${soap.id}`, { tax: 'exempt' })
    await ask('PUT', `/api/products/${eggs.id}`, { tax: 'reduced' })
    expect(
      await rateOf(
        await order([
          [eggs, 1, 5],
          [soap, 1, 12.5],
        ]),
      ),
    ).toEqual([4.25])
    await set('tax_reduced_rate', '2')
    expect(
      await rateOf(
        await order([
          [eggs, 1, 5],
          [soap, 1, 12.5],
        ]),
      ),
    ).toEqual([2])
    await send('PUT', '/api/places/1', { taxReducedRate: '1,5' })
    expect(await rateOf(await order([[eggs, 1, 5]]))).toEqual([1.5])
    await send('PUT', '/api/places/1', { taxRate: null, taxReducedRate: null })
    expect(await rateOf(await order([[eggs, 1, 5]]))).toEqual([2])
  })

  test('falls with what stands: changes, refunds of goods, a fee given up, SNAP, cancelling', async () => {
    const { shop, soap, collect, set, order, shown, ask, dayId } = await aMarket()
    await collect()
    await set('tax_on_delivery', 'true')
    const zone = (await ask('GET', '/api/calendar')).places.find(
      ({ kind }: { kind: string }) => kind === 'delivery',
    )
    await ask('PUT', `/api/places/${zone.id}`, { taxRate: 10 })
    const { shippingAddress } = BY_DELIVERY
    const delivered = await order([[soap, 2, 12.5]], {
      ...{ marketDayId: null, shippingAddress, deliveryFee: 5, total: 30 },
    })
    expect((await shown(delivered)).tax).toEqual([{ rate: 10, on: 30, amount: 2.73 }])
    await ask('PUT', `/api/products/${soap.id}`, { snap: true })
    const id = await order([[soap, 2, 12.5]])
    const take = (amount: number, kind = 'taken') =>
      ask('POST', `/api/orders/${id}/tenders`, {
        ...{ id: crypto.randomUUID(), kind, way: 'SNAP/EBT', amount },
      })
    await take(12.5)
    expect((await shown(id)).tax).toEqual([{ rate: 6.2, on: 12.5, amount: 0.73 }])
    await take(12.5, 'given-back')
    expect((await shown(id)).tax).toEqual([{ rate: 6.2, on: 25, amount: 1.46 }])
    const { revision } = await ask('GET', `/api/orders/${id}`)
    const lines = [{ productId: soap.id, units: -1, goods: 'sellable' }]
    await ask('POST', `/api/orders/${id}/changes`, {
      ...{ id: crypto.randomUUID(), lines, reason: 'Less.', notifiesBuyer: false, revision },
    })
    expect((await shown(id)).tax).toEqual([{ rate: 6.2, on: 12.5, amount: 0.73 }])
    await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    expect(await shown(id)).not.toHaveProperty('tax')
    expect(dayId).toBeGreaterThan(0)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('refuses what is no rate, no class and no category, at its field', async () => {
    const { soap, set, send, ask } = await aMarket()
    for (const wrong of ['6.255', '-1', '31', 'NaN', '62'])
      for (const key of ['tax_rate', 'tax_reduced_rate']) {
        const refused = await set(key, wrong)
        expect([refused.statusCode, refused.json().field]).toEqual([400, 'value'])
        const place = await send('PUT', '/api/places/1', { taxRate: wrong })
        expect([place.statusCode, place.json().field]).toEqual([400, 'taxRate'])
      }
    expect((await set('tax_rate', '6,2')).statusCode).toBe(201)
    for (const wrong of ['{"Nothing":"standard"}', '{"Bakery":"all"}', 'x'])
      expect((await set('tax_categories', wrong)).json()).toMatchObject({ field: 'value' })
    const product = await send('PUT', `/api/products/${soap.id}`, { tax: 'all' })
    expect([product.statusCode, product.json().field]).toEqual([400, 'tax'])
    const { id } = await ask('POST', '/api/categories', { name: 'Soaps' })
    await set('tax_categories', '{"Soaps":"standard"}')
    await ask('PUT', `/api/categories/${id}`, { name: 'Soap & wax' })
    const settings: { key: string; value: string }[] = await ask('GET', '/api/settings')
    const { value = '' } = settings.find(({ key }) => key === 'tax_categories') ?? {}
    expect(JSON.parse(value)).toEqual({ 'Soap & wax': 'standard' })
    expect((await (await send('GET', '/api/products')).json())[0]).not.toHaveProperty('tax')
  })
})

test.skipIf(isShortOnPostgres())(
  'whatever is sold, changed, given back and cancelled, the file is the sum of the receipts',
  async () => {
    const { shop, db, eggs, soap, phone, dayId, set, collect, order, shown, ask, rows } =
      await aMarket()
    await collect()
    await set('tax_reduced_rate', '2')
    await set('tax_on_delivery', 'true')
    await ask('PUT', `/api/products/${eggs.id}`, { tax: 'reduced', snap: true })
    const jam = await aProduct(db, { name: 'Jam', price: 733, stock: 900 })
    const random = randomNumbers(44)
    const pick = <One>(all: readonly One[]) => all[Math.floor(random() * all.length)] as One
    const WAYS = ['SNAP/EBT', 'Cash', 'Check']
    const goods: [{ id: number }, number, number][] = [
      [eggs, 1, 5],
      [soap, 1, 12.5],
      [jam, 1, 7.33],
    ]
    const orders: number[] = []
    for (let deed = 0; deed < 40; deed++) {
      const id = pick(orders)
      const kind = orders.length === 0 ? 0 : Math.floor(random() * 7)
      if (kind <= 1) {
        const lines = goods
          .filter(() => random() < 0.7)
          .map(([one, , price]): [{ id: number }, number, number] => [
            one,
            Math.ceil(random() * 4),
            price,
          ])
        if (lines.length > 0) orders.push(await order(lines))
      } else if (kind === 2) {
        const amount = Math.ceil(random() * 900) / 100
        const draft = { kind: pick(['taken', 'taken', 'given-back']), way: pick(WAYS), amount }
        await ask('POST', `/api/orders/${id}/tenders`, { id: crypto.randomUUID(), ...draft })
      } else if (kind === 3) {
        const { revision } = await ask('GET', `/api/orders/${id}`)
        const lines = [{ productId: pick(goods)[0].id, units: pick([-1, 1]) }]
        const change = { id: crypto.randomUUID(), lines, reason: 'Other.', notifiesBuyer: false }
        await ask('POST', `/api/orders/${id}/changes`, { ...change, revision })
      } else if (kind === 4 && random() < 0.4)
        await ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
      else if (kind === 5) await set('tax_rate', pick(['6.2', '7.25', '4']))
      else if (kind === 6) {
        const lines = goods.map(([{ id: productId }, , price]) => {
          return { productId, units: 1, amount: Math.round(price * random() * 100) / 100 }
        })
        const total = Math.round(lines.reduce((sum, { amount }) => sum + amount, 0) * 100) / 100
        const ebt = Math.floor(total * random() * 100) / 100
        const tenders = [
          ...(ebt > 0 ? [{ way: 'SNAP/EBT', isCash: false, amount: ebt }] : []),
          ...(total > ebt
            ? [{ way: 'Cash', isCash: true, amount: Math.round((total - ebt) * 100) / 100 }]
            : []),
        ]
        const sold = phone.make('sell', { lines, tenders, note: null })
        await phone.send(sold)
        if (random() < 0.2) await phone.report('void-sale', { target: sold.id })
      }
    }
    await aKeyedBuyer(shop).buy(
      orderBody([
        [eggs, 2],
        [soap, 1],
      ] as never),
    )
    await shop.settled()
    expect(dayId).toBeGreaterThan(0)

    // In whole numbers, so that no rounding is shared with the shop.
    const inside = (base: number, rate: number) => {
      const [b, r] = [BigInt(base), BigInt(rate)]
      return Number((2n * b * r + 10_000n + r) / (2n * (10_000n + r)))
    }
    const sums = new Map<string, { on: number; tax: number }>()
    const add = (rate: number, on: number, tax: number) => {
      const known = sums.get(`${rate} %`) ?? { on: 0, tax: 0 }
      sums.set(`${rate} %`, { on: known.on + on, tax: known.tax + tax })
    }
    const placed = await db.selectFrom('orders').select('id').execute()
    for (const { id } of placed)
      for (const { rate, on, amount } of (await shown(id)).tax ?? [])
        add(rate, Math.round(on * 100), Math.round(amount * 100))
    const sales = db.selectFrom('sales').select('id').where('undone_at', 'is', null)
    for (const { id } of await sales.execute()) {
      const items = await db
        .selectFrom('sale_items')
        .selectAll()
        .where('sale_id', '=', id)
        .execute()
      const paid = await db.selectFrom('tenders').selectAll().where('sale_id', '=', id).execute()
      let ebt = paid.reduce((sum, row) => sum + (row.is_ebt ? row.amount_cents : 0), 0)
      for (const rate of [...new Set(items.map((item) => item.tax_bp))].sort((a, b) => b - a)) {
        const own = items.filter((item) => item.tax_bp === rate)
        const all = own.reduce((sum, item) => sum + item.cents, 0)
        const eligible = own.reduce((sum, item) => sum + (item.snap ? item.cents : 0), 0)
        const byEbt = Math.min(ebt, eligible)
        ebt -= byEbt
        if (rate > 0) add(rate / 100, all - byEbt, inside(all - byEbt, rate))
      }
    }
    const table = (await rows()).filter(({ Rate = '' }) => Rate.endsWith('%'))
    const told = new Map(
      [...Map.groupBy(table, ({ Rate = '' }) => Rate)].map(([rate, own]) => {
        const of = (column: string) =>
          own.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0)
        expect(of('Sales with tax')).toBe(
          of('Paid by SNAP') + of('Taxable without tax') + of('Tax'),
        )
        return [rate, { on: of('Taxable without tax') + of('Tax'), tax: of('Tax') }]
      }),
    )
    expect(told.size).toBeGreaterThan(2)
    expect([...told].filter(([, { on }]) => on > 0).sort()).toEqual([...sums].sort())
    expect(await whatIsWrong(db)).toEqual([])
  },
  60_000,
)
