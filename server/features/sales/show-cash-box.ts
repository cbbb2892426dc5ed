import type { CashBox } from '#contract/cash-box.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { requireDay } from '#server/features/calendar/find-day.ts'
import {
  entriesOf,
  expectedCents,
  kindOfTender,
  listMoves,
  listTenders,
  sumEntries,
  type TenderRow,
} from './cash-entries.ts'
import { listLate } from './list-late.ts'

/** @throws Refusal 'not-found' */
export async function showCashBox(db: Db, dayId: number): Promise<CashBox> {
  const { id, day, place } = await requireDay(db, dayId)
  const tenders = await listTenders(db, dayId)
  const moves = await listMoves(db, dayId)
  const entries = entriesOf(tenders, moves)
  const sums = sumEntries(entries)
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
    late: await listLate(db, entries),
    ways: waysOf(tenders),
  }
}

const dollars = (amount: number) => toDollars(cents(amount))

function waysOf(tenders: readonly TenderRow[]): CashBox['ways'] {
  const byWay = Map.groupBy(tenders, ({ name, is_cash }) => JSON.stringify([name, is_cash]))
  const shown = [...byWay.values()].flatMap((own) => {
    const [first] = own
    const sum = (rows: TenderRow[]) => rows.reduce((all, { amount_cents }) => all + amount_cents, 0)
    const sales = sum(own.filter((row) => kindOfTender(row) === 'sale'))
    const orders = sum(own) - sales
    const parts = { sales: dollars(sales), orders: dollars(orders), total: dollars(sum(own)) }
    return first ? [{ way: first.name, isCash: first.is_cash, ...parts }] : []
  })
  return shown.sort((one, other) => Number(other.isCash) - Number(one.isCash))
}

export function listCounts(db: Db, dayId: number) {
  return db
    .selectFrom('cash_counts')
    .selectAll()
    .where('market_day_id', '=', dayId)
    .orderBy('number')
    .execute()
}
