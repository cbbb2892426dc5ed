import { farmDayOf } from '#contract/farm-time.ts'
import type { PeriodFigures, PeriodQuery } from '#contract/figures.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import { TENDER_KINDS, type TenderKind } from '#contract/tender-kinds.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { type PartsRow, readJournalSums } from './figure-queries.ts'
import { daysOfPeriod, readSeason, type Season, type Span } from './period-days.ts'
import {
  categoryRows,
  otherRows,
  productRows,
  readNames,
  soldProducts,
  stockRows,
  totals,
} from './period-goods.ts'
import { type MoneyMove, moneyOf, readMoneyMoves } from './period-money.ts'
import { type FigureSums, readFigureSums } from './read-figure-sums.ts'
import { boundsOf, readWalkIns, type WalkIns } from './read-walk-ins.ts'
import { readUnitCosts } from './unit-costs.ts'

export type PeriodRequest = { query: PeriodQuery; now: Date; livemode: boolean }

type PeriodContext = { span: Span; today: string; season: Season | null; timeZone: string }

async function readPeriodContext(tx: Db, { query, now }: PeriodRequest): Promise<PeriodContext> {
  const timeZone = await readTimeZone(tx)
  const today = farmDayOf(now.toISOString(), timeZone)
  const season = await readSeason(tx)
  return { span: daysOfPeriod(query, today, season), today: today.toString(), season, timeZone }
}

/**
 * The figures of a period: goods and what was taken for them on the day of their pickup or sale,
 * money on the day it moved. `tx` should see one moment.
 * @throws Refusal 'invalid' for no period
 */
export async function readPeriod(tx: Db, request: PeriodRequest): Promise<PeriodFigures> {
  const { span, today, season, timeZone } = await readPeriodContext(tx, request)
  const money = request.livemode ? 'live' : 'test'
  const sums = await readFigureSums(tx, { ...span, money }, timeZone)
  const walkIns = await readWalkIns(tx, span, timeZone)
  const entries = await readJournalSums(tx, boundsOf(span, timeZone))
  const sold = soldProducts(sums, walkIns)
  const names = await readNames(tx, [...sold.keys(), ...entries.map((entry) => entry.product_id)])
  const products = productRows(sold, names, await readUnitCosts(tx))
  const takings = takingsOf(sums, walkIns)
  const moves = await readMoneyMoves(tx, { span, timeZone, cards: sums.cards })
  return {
    ...{ ...span, today },
    ...summed(takings),
    products,
    others: otherRows(sums, walkIns),
    categories: categoryRows(products),
    places: placeRows(takings, await readPlaces(tx)),
    ...{ weekdays: weekdayRows(takings), tenders: tenderRows(takings), days: dayRows(takings) },
    stock: stockRows(sold, entries, names),
    money: moneyOf(moves),
    ...{ testMode: !request.livemode, hasSeason: season !== null, left: sums.left },
  }
}

export async function readMoves(
  tx: Db,
  request: PeriodRequest,
): Promise<{ span: Span; moves: MoneyMove[]; left: number }> {
  const { span, timeZone } = await readPeriodContext(tx, request)
  const money = request.livemode ? 'live' : 'test'
  const { cards, left } = await readFigureSums(tx, { ...span, money }, timeZone)
  return { span, moves: await readMoneyMoves(tx, { span, timeZone, cards }), left }
}

/** `place`: 0 for deliveries without a day, null for the farm between two market days. */
type Taking = {
  day: string
  place: number | null
  orders: number
  sales: number
  ways: Record<TenderKind, number>
}

function takingsOf({ parts }: FigureSums, { sales, tenders }: WalkIns): Taking[] {
  const none = { card: 0, cash: 0, check: 0, other: 0 }
  return [
    ...parts.map((row) => ({
      ...{ day: row.day, place: row.place_id, orders: Number(row.orders), sales: 0 },
      ways: waysOf(row),
    })),
    ...sales.map((row) => ({
      ...{ day: row.day, place: row.place_id, orders: 0, sales: Number(row.sales), ways: none },
    })),
    ...tenders.map((row) => ({
      ...{ day: row.day, place: row.place_id, orders: 0, sales: 0 },
      ways: { ...none, [row.kind]: Number(row.cents) },
    })),
  ]
}

function waysOf(row: PartsRow): Record<TenderKind, number> {
  return {
    ...{ card: Number(row.card_cents), cash: Number(row.cash_cents) },
    ...{ check: Number(row.check_cents), other: Number(row.other_cents) },
  }
}

const takenOf = ({ ways }: Taking) => TENDER_KINDS.reduce((sum, kind) => sum + ways[kind], 0)

function summed(takings: readonly Taking[]) {
  const sum = (amountOf: (taking: Taking) => number) =>
    takings.reduce((all, taking) => all + amountOf(taking), 0)
  return {
    orders: sum(({ orders }) => orders),
    sales: sum(({ sales }) => sales),
    revenue: dollarsOf(sum(takenOf)),
  }
}

function placeRows(takings: readonly Taking[], names: ReadonlyMap<number, string>) {
  const rows = [...Map.groupBy(takings, ({ place }) => place)].map(([place, own]) => {
    const other = place === null ? 'At the farm, between market days' : 'Delivery'
    return { name: names.get(place ?? 0) ?? other, ...summed(own) }
  })
  const standing = rows.filter(({ orders, sales, revenue }) => orders + sales > 0 || revenue !== 0)
  return standing.sort((one, other) => other.revenue - one.revenue)
}

async function readPlaces(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('places').select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function weekdayRows(takings: readonly Taking[]): PeriodFigures['weekdays'] {
  const weekday = ({ day }: Taking) => Temporal.PlainDate.from(day).dayOfWeek
  const byWeekday = Map.groupBy(takings, weekday)
  return [1, 2, 3, 4, 5, 6, 7].map((one) => {
    const { orders, revenue } = summed(byWeekday.get(one) ?? [])
    return { weekday: one, orders, revenue }
  })
}

function tenderRows(takings: readonly Taking[]): PeriodFigures['tenders'] {
  return TENDER_KINDS.map((kind) => {
    const sum = [
      ...totals(
        takings,
        () => kind,
        ({ ways }) => ways[kind],
      ).values(),
    ]
    return { kind, revenue: dollarsOf(sum[0] ?? 0) }
  })
}

function dayRows(takings: readonly Taking[]): PeriodFigures['days'] {
  const rows = [...Map.groupBy(takings, ({ day }) => day)].map(([day, own]) => {
    return { day, ...summed(own) }
  })
  const standing = rows.filter(({ orders, sales, revenue }) => orders + sales > 0 || revenue !== 0)
  return standing.sort((one, other) => (one.day < other.day ? -1 : 1))
}
