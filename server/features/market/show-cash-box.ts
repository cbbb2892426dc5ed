import { sumCash } from '#contract/market/cash.ts'
import type { CashBox } from '#contract/market/cash-box.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import {
  entriesOf,
  kindOfTender,
  listMoves,
  listTenders,
  type StoredCash,
  type TenderRow,
} from './cash-entries.ts'

/** @throws Refusal 'not-found' */
export async function showCashBox(db: Db, dayId: number): Promise<CashBox> {
  await requireDay(db, dayId)
  const tenders = await listTenders(db, dayId)
  const moves = await listMoves(db, dayId)
  const entries = entriesOf(tenders, moves)
  const counts = await listCounts(db, dayId)
  return {
    ...sumCash(entries),
    moves: moves.map((move) => ({ ...move, amount: dollarsOf(move.amount_cents) })),
    counts: counts.map((count) => ({
      ...count,
      expected: dollarsOf(count.expected_cents),
      counted: dollarsOf(count.counted_cents),
    })),
    late: await listLate(db, entries),
    ways: waysOf(tenders),
  }
}

function waysOf(tenders: readonly TenderRow[]): CashBox['ways'] {
  const byWay = Map.groupBy(tenders, ({ name, is_cash }) => JSON.stringify([name, is_cash]))
  const shown = [...byWay.values()].flatMap((own) => {
    const [first] = own
    const sum = (rows: TenderRow[]) => rows.reduce((all, { amount_cents }) => all + amount_cents, 0)
    const sales = sum(own.filter((row) => kindOfTender(row) === 'sale'))
    const orders = sum(own) - sales
    const parts = { sales: dollarsOf(sales), orders: dollarsOf(orders), total: dollarsOf(sum(own)) }
    const isUndone = parts.sales === 0 && parts.orders === 0
    return first && !isUndone ? [{ way: first.name, isCash: first.is_cash, ...parts }] : []
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

async function listLate(db: Db, entries: readonly StoredCash[]): Promise<CashBox['late']> {
  const late = entries
    .map((entry) => ({ ...entry, after: entry.after_count ?? 0 }))
    .filter(({ after }) => after > 0)
    .sort((one, other) => one.after - other.after || (one.at < other.at ? -1 : 1))
  const phones = await listPhones(
    db,
    late.map(({ id }) => commandOf(id)),
  )
  return late.map(({ id, kind, cents, at }) => ({
    kind,
    amount: dollarsOf(cents),
    at,
    phone: phones.get(commandOf(id)) ?? null,
  }))
}

/** An ID written by a command begins with the command's UUID. */
const commandOf = (id: string) => id.slice(0, 36)

async function listPhones(db: Db, commandIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('stall_commands')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_commands.phone_id')
    .select(['stall_commands.id', 'stall_phones.label'])
    .where('stall_commands.id', 'in', commandIds)
    .execute()
  return new Map(rows.map(({ id, label }) => [id, label]))
}
