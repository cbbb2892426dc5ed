import { expect } from 'vitest'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { standingCentsOf } from '#contract/money/standing.ts'
import { tenderKindOf } from '#contract/money/tender-kinds.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Db } from '#server/db/write.ts'
import { readPeriod } from '#server/features/analytics/read-period.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

const ALWAYS = { from: '2024-01-01', to: '2030-12-31' }

const inCents = (dollars: number) => Math.round(dollars * 100)
const sumOf = <Row>(rows: readonly Row[], amountOf: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + amountOf(row), 0)

/**
 * Whatever happened: products and what is none make the revenue, and so do places, days and
 * ways to pay; it is what was taken and not given back, row by row, and the units are those that
 * stand. Answers the figures.
 */
export async function expectFiguresAgree(
  db: Db,
  { now, livemode = false }: { now: Date; livemode?: boolean },
): Promise<PeriodFigures> {
  const found = await readPeriod(db, { query: ALWAYS, now, livemode })
  const revenue = await takenOf(db)
  const sums = {
    revenue: inCents(found.revenue),
    goods:
      sumOf(found.products, (row) => inCents(row.revenue)) +
      sumOf(found.others, (row) => inCents(row.amount)),
    places: sumOf(found.places, (row) => inCents(row.revenue)),
    days: sumOf(found.days, (row) => inCents(row.revenue)),
    moved: inCents(found.money.total),
    ways: sumOf(found.money.ways, (row) => inCents(row.net) + inCents(row.fees)),
  }
  const same = Object.fromEntries(Object.keys(sums).map((name) => [name, revenue]))
  expect(sums).toEqual(same)
  const categories = sumOf(found.categories, (row) => inCents(row.revenue))
  expect(categories).toBe(sumOf(found.products, (row) => inCents(row.revenue)))
  const counted = { orders: found.orders, sales: found.sales, units: unitsOf(found) }
  expect(counted).toEqual(await countOf(db))
  expect(byDayOf(found)).toEqual(await takenByDay(db))
  expect(
    found.stock
      .map(({ productId, sold: _, sellThrough: __, name: ___, ...row }) => {
        return [productId, row.harvested, row.gifts, row.wasted, row.missing]
      })
      .sort(),
  ).toEqual(await deedsOf(db, found))
  return found
}

const unitsOf = ({ products }: PeriodFigures) =>
  Object.fromEntries(
    products.filter(({ units }) => units > 0).map(({ productId, units }) => [productId, units]),
  )

const inOrder = (sums: ReadonlyMap<string, number>) =>
  Object.fromEntries([...sums].filter(([, cents]) => cents !== 0).sort())

function byDayOf({ days, products, money }: PeriodFigures) {
  return inOrder(
    new Map([
      ...days.map((row): [string, number] => [row.day, inCents(row.revenue)]),
      ...products.map((row): [string, number] => [`${row.productId}`, inCents(row.revenue)]),
      ...money.ways.map((row): [string, number] => [`${row.kind} ${row.name}`, inCents(row.total)]),
    ]),
  )
}

async function takenByDay(db: Db) {
  const timeZone = await readTimeZone(db)
  const days = await db.selectFrom('market_days').select(['id', 'day']).execute()
  const dayOf = (id: number | null, at: string) =>
    days.find((row) => row.id === id)?.day ?? farmDayOf(at, timeZone).toString()
  const sums = new Map<string, number>()
  const add = (key: string, cents: number) => sums.set(key, (sums.get(key) ?? 0) + cents)
  const orders = await db.selectFrom('orders').selectAll().execute()
  const byOrder = new Map(orders.map((order) => [order.id, order]))
  const payments = await db.selectFrom('payments').selectAll().execute()
  const refunds = await db.selectFrom('refunds').selectAll().execute()
  const items = await db.selectFrom('order_items').selectAll().execute()
  const itemsOf = Map.groupBy(items, (row) => row.order_id)
  const sales = await db.selectFrom('sales').selectAll().execute()
  const lines = await db.selectFrom('sale_items').selectAll().execute()
  const tenders = await db.selectFrom('tenders').selectAll().execute()
  for (const payment of payments) {
    const order = byOrder.get(payment.order_id ?? 0)
    if (!order) continue
    const back = refunds.filter((row) => row.payment_id === payment.id && row.state !== 'failed')
    const net = payment.captured_cents - sumOf(back, (row) => row.amount_cents)
    for (const key of [dayOf(order.market_day_id, order.created_at), 'card Card']) add(key, net)
  }
  for (const order of orders) {
    if (order.status === 'cancelled') continue
    for (const item of itemsOf.get(order.id) ?? []) add(`${item.product_id}`, standingCentsOf(item))
  }
  for (const tender of tenders) {
    const of = byOrder.get(tender.order_id ?? 0)
    const sale = sales.find(({ id }) => id === tender.sale_id)
    add(`${tenderKindOf(tender)} ${tender.name}`, tender.amount_cents)
    if (of) add(dayOf(of.market_day_id, of.created_at), tender.amount_cents)
    if (sale && sale.undone_at === null)
      add(dayOf(sale.market_day_id, sale.at), tender.amount_cents)
  }
  const standing = new Set(sales.flatMap(({ id, undone_at }) => (undone_at === null ? [id] : [])))
  for (const { sale_id, product_id, cents } of lines)
    if (standing.has(sale_id) && product_id !== null) add(`${product_id}`, cents)
  return inOrder(sums)
}

/** Captured minus refunded of orders, plus every cardless payment, in cents. */
async function takenOf(db: Db): Promise<number> {
  const payments = (await db.selectFrom('payments').selectAll().execute()).filter(
    ({ order_id }) => order_id !== null,
  )
  const ids = new Set(payments.map(({ id }) => id))
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('state', '!=', 'failed')
    .execute()
  const tenders = await db.selectFrom('tenders').select('amount_cents').execute()
  return (
    sumOf(payments, (row) => row.captured_cents ?? 0) -
    sumOf(refunds, (row) => (ids.has(row.payment_id) ? row.amount_cents : 0)) +
    sumOf(tenders, (row) => row.amount_cents)
  )
}

async function countOf(db: Db) {
  const orders = (await db.selectFrom('orders').select(['id', 'status']).execute()).filter(
    ({ status }) => status !== 'cancelled',
  )
  const standing = new Set(orders.map(({ id }) => id))
  const lines = await db.selectFrom('order_items').selectAll().execute()
  const sales = await db.selectFrom('sales').selectAll().where('undone_at', 'is', null).execute()
  const paid = new Set(sales.filter((sale) => sale.total_cents > 0).map(({ id }) => id))
  const items = await db.selectFrom('sale_items').selectAll().execute()
  const units = new Map<number, number>()
  const add = (id: number, more: number) => units.set(id, (units.get(id) ?? 0) + more)
  for (const { order_id, product_id, quantity, returned, changed } of lines)
    if (standing.has(order_id)) add(product_id, quantity - returned + changed)
  for (const { sale_id, product_id, units: sold } of items)
    if (paid.has(sale_id) && product_id !== null) add(product_id, sold)
  const some = [...units].filter(([, sold]) => sold > 0)
  return { orders: orders.length, sales: sales.length, units: Object.fromEntries(some) }
}

async function deedsOf(db: Db, { stock }: PeriodFigures): Promise<number[][]> {
  const rows = await db.selectFrom('stock_movements').selectAll().execute()
  const undone = new Set(rows.map(({ undoes_id }) => undoes_id))
  const standing = rows.filter(({ id }) => !undone.has(id))
  const gifts = await db
    .selectFrom('sale_items')
    .innerJoin('sales', 'sales.id', 'sale_items.sale_id')
    .select(['product_id', 'units'])
    .where('total_cents', '=', 0 as never)
    .where('undone_at', 'is', null)
    .execute()
  return stock
    .map(({ productId }) => {
      const of = (reason: string) =>
        sumOf(
          standing.filter((row) => row.product_id === productId && row.reason === reason),
          ({ delta }) => delta,
        )
      const given = gifts.filter(({ product_id }) => product_id === productId)
      const missing = Math.max(0, -of('counted')) - of('missing')
      const gone = sumOf(given, ({ units }) => units) - of('gift')
      return [productId, of('harvest'), gone, 0 - of('waste'), missing]
    })
    .sort()
}
