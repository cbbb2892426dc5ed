import { setImmediate } from 'node:timers/promises'
import { keysOf } from '#contract/changed-fields.ts'
import {
  OTHER_ROWS,
  type OtherRow,
  type PeriodFigures,
  type PeriodQuery,
} from '#contract/money/figures.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { costedLines, totalCost } from '#contract/recipes/recipe-cost.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { WeekStep } from '#contract/today.ts'
import type { Db } from '#server/db/write.ts'
import { listRecipes } from '#server/features/recipes/find-recipe.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import {
  type GoodsSums,
  type MoneyMove,
  type OrderSums,
  type SaleSums,
  sumGoods,
  sumJournal,
  sumMoves,
  sumOrders,
  sumSaleLines,
  sumSales,
} from './figure-queries.ts'
import { daysOfPeriod, type FarmSpan, farmSpans, readSeason } from './period-days.ts'
import { moneyOf, totalOf } from './period-money.ts'

export type PeriodRequest = { query: PeriodQuery; now: Date; livemode: boolean }

export async function readPeriodContext(tx: Db, { query, now }: PeriodRequest) {
  const timeZone = await readTimeZone(tx)
  const today = farmDayOf(now.toISOString(), timeZone)
  const season = await readSeason(tx)
  const span = daysOfPeriod(query, today, season)
  return { span, days: farmSpans(span, timeZone), today: today.toString(), season }
}

/**
 * Goods count on the day of pickup or sale, money on the day it moved. `tx` should be a snapshot.
 * @throws Refusal 'invalid' for an invalid period
 */
export async function readPeriod(tx: Db, request: PeriodRequest): Promise<PeriodFigures> {
  const { span, days, today, season } = await readPeriodContext(tx, request)
  const orders: OrderSums[] = []
  const sales: SaleSums[] = []
  const goods: GoodsSums[] = []
  const moves: MoneyMove[] = []
  for await (const some of monthsOf(days)) {
    const scope = { days: some, livemode: request.livemode }
    orders.push(...(await sumOrders(tx, scope)))
    sales.push(...(await sumSales(tx, scope)))
    goods.push(...(await sumGoods(tx, scope)), ...(await sumSaleLines(tx, scope)))
    moves.push(...(await sumMoves(tx, scope)))
  }
  const [first, last] = [days[0], days.at(-1)]
  const entries =
    first && last ? await sumJournal(tx, { begins: first.begins, ends: last.ends }) : []
  const sold = soldProducts(goods)
  const names = await readNames(tx, [...sold.keys(), ...entries.map((entry) => entry.product_id)])
  const products = productRows(sold, names, await readUnitCosts(tx))
  const takings: Taking[] = [...orders, ...sales]
  const isOver = span.to < today
  const weeks = await readWeeks(tx, { ...request, day: isOver ? span.to : today, many: 8 })
  return {
    ...span,
    today,
    ...summed(takings),
    products,
    others: otherRows(orders, goods),
    categories: categoryRows(goods),
    places: placeRows(takings, await readPlaces(tx)),
    days: dayRows(takings),
    stock: stockRows(sold, entries, names),
    money: moneyOf(moves, weeks),
    testMode: !request.livemode,
    hasSeason: season !== null,
  }
}

/** What that many weeks brought in, ending with the day's own, as in the bookkeeper's file. */
async function readWeeks(
  tx: Db,
  { day, many, ...context }: Omit<PeriodRequest, 'query'> & { day: string; many: number },
): Promise<PeriodFigures['money']['weeks']> {
  const last = mondayOf(day)
  const first = last.subtract({ weeks: many - 1 })
  const query = { from: first.toString(), to: last.add({ days: 6 }).toString() }
  const { moves } = await readMoves(tx, { ...context, query })
  const byWeek = Map.groupBy(moves, (move) => mondayOf(move.day).toString())
  return Array.from({ length: many }, (_, week) => {
    const from = first.add({ weeks: week }).toString()
    return { from, total: dollarsOf(totalOf(byWeek.get(from) ?? [])) }
  })
}

/** What a day's week and the one before brought in, as in Money and the bookkeeper's file. */
export async function sumWeek(
  db: Db,
  day: string,
  context: { now: Date; livemode: boolean },
): Promise<NonNullable<WeekStep['money']>> {
  const [before, week] = await readWeeks(db, { ...context, day, many: 2 })
  const from = week?.from ?? day
  const to = Temporal.PlainDate.from(from).add({ days: 6 }).toString()
  return { from, to, amount: week?.total ?? 0, weekBefore: before?.total ?? 0 }
}

function mondayOf(day: string): Temporal.PlainDate {
  const date = Temporal.PlainDate.from(day)
  return date.subtract({ days: date.dayOfWeek - 1 })
}

export async function readMoves(tx: Db, request: PeriodRequest) {
  const { span, days } = await readPeriodContext(tx, request)
  const moves: MoneyMove[] = []
  for await (const some of monthsOf(days))
    moves.push(...(await sumMoves(tx, { days: some, livemode: request.livemode })))
  return { span, moves }
}

const MONTH = 31

/** SQLite blocks everyone during a query, so others get a turn between months. */
export async function* monthsOf(days: readonly FarmSpan[]): AsyncGenerator<FarmSpan[]> {
  for (let from = 0; from < days.length; from += MONTH) {
    if (from > 0) await setImmediate()
    yield days.slice(from, from + MONTH)
  }
}

/** In cents; `place_id` is 0 for deliveries without a day. */
type Taking = { day: string; place_id: number; orders?: number; sales?: number; taken: number }

export function add<Row>(rows: readonly Row[], amountOf: (row: Row) => number): number {
  return rows.reduce((sum, row) => sum + amountOf(row), 0)
}

function summed(takings: readonly Taking[]) {
  return {
    orders: add(takings, ({ orders = 0 }) => orders),
    sales: add(takings, ({ sales = 0 }) => sales),
    revenue: dollarsOf(add(takings, ({ taken }) => taken)),
  }
}

function summedBy<Key>(takings: readonly Taking[], keyOf: (taking: Taking) => Key) {
  return [...Map.groupBy(takings, keyOf)]
    .map(([key, own]) => ({ key, ...summed(own) }))
    .filter(({ orders, sales, revenue }) => orders + sales > 0 || revenue !== 0)
}

function placeRows(takings: readonly Taking[], names: ReadonlyMap<number, string>) {
  return summedBy(takings, ({ place_id }) => place_id)
    .map(({ key, ...sums }) => ({ name: names.get(key) ?? 'Delivery', ...sums }))
    .sort((one, other) => other.revenue - one.revenue)
}

export async function readPlaces(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('places').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function dayRows(takings: readonly Taking[]): PeriodFigures['days'] {
  return summedBy(takings, ({ day }) => day)
    .map(({ key: day, ...sums }) => ({ day, ...sums }))
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

type Named = { name: string; category: string }
type Sold = { units: number; gifts: number; cents: number }

function soldProducts(goods: readonly GoodsSums[]): Map<number, Sold> {
  const byProduct = [...Map.groupBy(goods, ({ product_id }) => product_id)].flatMap(([id, own]) => {
    if (id === null) return []
    const units = add(own, (row) => (row.is_gift ? 0 : row.units))
    const gifts = add(own, (row) => (row.is_gift ? row.units : 0))
    return [[id, { units, gifts, cents: add(own, ({ cents }) => cents) }] as const]
  })
  return new Map(byProduct)
}

function otherRows(orders: readonly OrderSums[], goods: readonly GoodsSums[]) {
  const amounts: Record<OtherRow, number> = {
    delivery: add(orders, ({ delivery }) => delivery),
    unlisted: add(goods, ({ product_id, cents }) => (product_id === null ? cents : 0)),
    refund: add(orders, ({ refund }) => refund),
    unpaid: add(orders, ({ unpaid }) => unpaid),
    kept: add(orders, ({ kept }) => kept),
  }
  return keysOf(OTHER_ROWS)
    .filter((kind) => amounts[kind] !== 0)
    .map((kind) => ({ kind, amount: dollarsOf(amounts[kind]) }))
}

function productRows(
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

/** By their names when the goods were sold, if any were. */
function categoryRows(goods: readonly GoodsSums[]): PeriodFigures['categories'] {
  return [...Map.groupBy(goods, ({ category }) => category)]
    .flatMap(([category, own]) => {
      const units = add(own, (row) => (row.is_gift ? 0 : row.units))
      const worth = add(own, ({ cents }) => cents)
      const isAny = category !== null && (units > 0 || worth !== 0)
      return isAny ? [{ category, units, revenue: dollarsOf(worth) }] : []
    })
    .sort((one, other) => other.revenue - one.revenue)
}

function stockRows(
  sold: ReadonlyMap<number, Sold>,
  entries: readonly { product_id: number; reason: string; units: number }[],
  names: ReadonlyMap<number, Named>,
): PeriodFigures['stock'] {
  const byProduct = Map.groupBy(entries, ({ product_id }) => product_id)
  const rows = [...new Set([...sold.keys(), ...byProduct.keys()])].map((productId) => {
    const done = byProduct.get(productId) ?? []
    const of = (wanted: string) => add(done, ({ reason, units }) => (reason === wanted ? units : 0))
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

async function readNames(db: Db, ids: readonly number[]): Promise<Map<number, Named>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['id', 'name', 'category']).execute()
  return new Map(rows.map(({ id, ...named }) => [id, named]))
}

/** What this many units cost to make, in cents at today's prices, by the most expensive recipe. */
type UnitCosts = ReadonlyMap<number, (units: number) => number>

async function readUnitCosts(db: Db): Promise<UnitCosts> {
  const made = (await listRecipes(db)).flatMap(({ product, ingredients }) =>
    product ? [{ ...product, lines: costedLines(ingredients) }] : [],
  )
  const costs = [...Map.groupBy(made, ({ productId }) => productId)].map(([productId, recipes]) => {
    const costOf = (units: number) =>
      Math.max(
        ...recipes.map(({ lines, unitsPerBatch }) =>
          totalCost(lines, { servings: units, of: unitsPerBatch }),
        ),
      )
    return [productId, costOf] as const
  })
  return new Map(costs)
}
