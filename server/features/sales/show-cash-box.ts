import type { CashBox } from '#contract/cash-box.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import { listLate } from './list-late.ts'

/** What a market day's cash adds up to, in cents; every part of it is counted anew each time. */
export type CashSums = {
  start: number
  sales: number
  orders: number
  givenBack: number
  putIn: number
  paidOut: number
}

/** Cash alone: what was taken another way is in no box. */
export async function sumCash(db: Db, dayId: number): Promise<CashSums> {
  const sums = { start: 0, sales: 0, orders: 0, givenBack: 0, putIn: 0, paidOut: 0 }
  for (const { is_cash, sale_id, amount_cents } of await listTenders(db, dayId)) {
    if (!is_cash) continue
    if (sale_id !== null) sums.sales += amount_cents
    else if (amount_cents > 0) sums.orders += amount_cents
    else sums.givenBack += amount_cents
  }
  const part = { start: 'start', put_in: 'putIn', paid_out: 'paidOut' } as const
  for (const { kind, amount_cents } of await listMoves(db, dayId)) sums[part[kind]] += amount_cents
  return sums
}

export function expectedCents(sums: CashSums): number {
  return Object.values(sums).reduce((all, part) => all + part, 0)
}

/** @throws Refusal 'not-found' */
export async function showCashBox(db: Db, dayId: number): Promise<CashBox> {
  const { id, day, place } = await requireDay(db, dayId)
  const sums = await sumCash(db, dayId)
  const moves = await listMoves(db, dayId)
  const counts = await listCounts(db, dayId)
  return {
    marketDay: { id, day, placeName: place.name },
    start: dollars(sums.start),
    sales: dollars(sums.sales),
    orders: dollars(sums.orders),
    givenBack: dollars(sums.givenBack),
    putIn: dollars(sums.putIn),
    paidOut: dollars(sums.paidOut),
    expected: dollars(expectedCents(sums)),
    moves: moves.map(({ kind, amount_cents, note, at }) => ({
      ...{ kind, amount: dollars(amount_cents), note, at },
    })),
    counts: counts.map(({ number, expected_cents, counted_cents, note, at }) => ({
      ...{ number, expected: dollars(expected_cents), counted: dollars(counted_cents), note, at },
    })),
    late: await listLate(db, dayId),
    ways: waysOf(await listTenders(db, dayId)),
  }
}

const dollars = (amount: number) => toDollars(cents(amount))

type TenderRow = Awaited<ReturnType<typeof listTenders>>[number]

function waysOf(tenders: readonly TenderRow[]): CashBox['ways'] {
  const byWay = Map.groupBy(tenders, ({ name, is_cash }) => JSON.stringify([name, is_cash]))
  const shown = [...byWay.values()].flatMap((own) => {
    const [first] = own
    const sum = (rows: TenderRow[]) => rows.reduce((all, { amount_cents }) => all + amount_cents, 0)
    const sales = sum(own.filter(({ sale_id }) => sale_id !== null))
    const orders = sum(own) - sales
    const parts = { sales: dollars(sales), orders: dollars(orders), total: dollars(sum(own)) }
    return first ? [{ way: first.name, isCash: first.is_cash, ...parts }] : []
  })
  return shown.sort((one, other) => Number(other.isCash) - Number(one.isCash))
}

function listTenders(db: Db, dayId: number) {
  return db
    .selectFrom('tenders')
    .select(['name', 'is_cash', 'sale_id', 'amount_cents'])
    .where('market_day_id', '=', dayId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

function listMoves(db: Db, dayId: number) {
  return db
    .selectFrom('cash_moves')
    .selectAll()
    .where('market_day_id', '=', dayId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export function listCounts(db: Db, dayId: number) {
  return db
    .selectFrom('cash_counts')
    .selectAll()
    .where('market_day_id', '=', dayId)
    .orderBy('number')
    .execute()
}
