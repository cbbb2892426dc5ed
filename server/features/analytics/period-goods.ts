import { keysOf } from '#contract/keys-of.ts'
import { OTHER_ROWS, type OtherRow, type PeriodFigures } from '#contract/money/figures.ts'
import { toCents } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import type { GoodsSums, OrderSums, SoldLines } from './figure-queries.ts'
import type { UnitCosts } from './unit-costs.ts'

type Named = { name: string; category: string }
type Sold = { units: number; gifts: number; cents: number }
type JournalSum = { product_id: number; reason: string; units: number }

export function totals<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  amountOf: (row: Row) => number,
): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const row of rows) {
    const key = keyOf(row)
    sums.set(key, (sums.get(key) ?? 0) + amountOf(row))
  }
  return sums
}

/** What was sold of each product, in orders and at the stand; what was sold for nothing is a gift. */
export function soldProducts(
  goods: readonly GoodsSums[],
  lines: readonly SoldLines[],
): Map<number, Sold> {
  const ofList = lines.flatMap(({ product_id, ...row }) =>
    product_id === null ? [] : [{ product_id, ...row }],
  )
  const all = [...goods.map((row) => ({ ...row, is_gift: false })), ...ofList]
  const id = (row: { product_id: number }) => row.product_id
  const units = totals(all, id, (row) => (row.is_gift ? 0 : row.units))
  const gifts = totals(all, id, (row) => (row.is_gift ? row.units : 0))
  const worth = totals(all, id, (row) => row.cents)
  return new Map(
    [...units].map(([product, sold]) => {
      return [
        product,
        { units: sold, gifts: gifts.get(product) ?? 0, cents: worth.get(product) ?? 0 },
      ]
    }),
  )
}

export function otherRows(
  orders: readonly OrderSums[],
  lines: readonly SoldLines[],
): PeriodFigures['others'] {
  const sum = (amountOf: (sums: OrderSums) => number) =>
    orders.reduce((all, sums) => all + amountOf(sums), 0)
  const unlisted = lines.filter(({ product_id }) => product_id === null)
  const amounts: Record<OtherRow, number> = {
    delivery: sum(({ delivery }) => delivery),
    unlisted: unlisted.reduce((all, line) => all + line.cents, 0),
    refund: sum(({ refund }) => refund),
    unpaid: sum(({ unpaid }) => unpaid),
    kept: sum(({ kept }) => kept),
  }
  return keysOf(OTHER_ROWS)
    .filter((kind) => amounts[kind] !== 0)
    .map((kind) => ({ kind, amount: dollarsOf(amounts[kind]) }))
}

/** The products that sold, the most revenue first. */
export function productRows(
  sold: ReadonlyMap<number, Sold>,
  names: ReadonlyMap<number, Named>,
  costs: UnitCosts,
): PeriodFigures['products'] {
  const rows = [...sold].filter(([, { units, cents: worth }]) => units > 0 || worth !== 0)
  rows.sort(([one, a], [other, b]) => b.cents - a.cents || b.units - a.units || one - other)
  return rows.map(([productId, { units, cents: worth }]) => {
    const cost = costs.get(productId)?.(units) ?? null
    return {
      productId,
      ...(names.get(productId) ?? { name: `Product ${productId}`, category: '' }),
      units,
      revenue: dollarsOf(worth),
      cost: cost === null ? null : dollarsOf(cost),
      margin: cost === null ? null : dollarsOf(worth - cost),
    }
  })
}

export function categoryRows(products: PeriodFigures['products']): PeriodFigures['categories'] {
  const rows = [...Map.groupBy(products, ({ category }) => category)].map(([category, own]) => ({
    category,
    units: own.reduce((sum, { units }) => sum + units, 0),
    revenue: dollarsOf(own.reduce((sum, { revenue }) => sum + toCents(revenue), 0)),
  }))
  return rows.sort((one, other) => other.revenue - one.revenue)
}

/** What became of the goods: harvested, sold, given away, wasted, missing. A count that found fewer misses them. */
export function stockRows(
  sold: ReadonlyMap<number, Sold>,
  entries: readonly JournalSum[],
  names: ReadonlyMap<number, Named>,
): PeriodFigures['stock'] {
  const done = totals(entries, journalKey, ({ units }) => units)
  const ids = new Set([...sold.keys(), ...entries.map(({ product_id }) => product_id)])
  const rows = [...ids].map((productId) => {
    const of = (reason: string) => done.get(journalKey({ product_id: productId, reason })) ?? 0
    const own = sold.get(productId)
    const counts = {
      harvested: of('harvest'),
      sold: own?.units ?? 0,
      gifts: (own?.gifts ?? 0) - of('gift'),
      wasted: 0 - of('waste'),
      missing: 0 - of('missing') + Math.max(0, -of('counted')),
    }
    const gone = counts.sold + counts.gifts + counts.wasted + counts.missing
    const sellThrough = gone > 0 ? Math.round((100 * counts.sold) / gone) : null
    return { productId, name: names.get(productId)?.name ?? '', ...counts, sellThrough }
  })
  const busy = rows.filter((row) => row.harvested + row.sold + row.gifts + row.wasted + row.missing)
  return busy.sort((one, other) => other.sold - one.sold || one.productId - other.productId)
}

function journalKey({ product_id, reason }: Pick<JournalSum, 'product_id' | 'reason'>): string {
  return `${product_id} ${reason}`
}

export async function readNames(db: Db, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['id', 'name', 'category']).execute()
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}
