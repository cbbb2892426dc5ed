import type { CashBox } from '#contract/cash-box.ts'
import type { Db } from '#server/db/tables.ts'

export type TenderRow = Awaited<ReturnType<typeof listTenders>>[number]
type MoveRow = Awaited<ReturnType<typeof listMoves>>[number]

export type CashEntry = Pick<MoveRow, 'id' | 'amount_cents' | 'at' | 'after_count'> & {
  kind: CashBox['late'][number]['kind']
}

/** What a market day's cash adds up to, in cents; every part of it is counted anew each time. */
type CashSums = {
  start: number
  sales: number
  orders: number
  givenBack: number
  putIn: number
  paidOut: number
}

const PART_OF = {
  start: 'start',
  sale: 'sales',
  order: 'orders',
  given_back: 'givenBack',
  put_in: 'putIn',
  paid_out: 'paidOut',
} as const satisfies Record<CashEntry['kind'], keyof CashSums>

export async function sumCash(db: Db, dayId: number): Promise<CashSums> {
  return sumEntries(entriesOf(await listTenders(db, dayId), await listMoves(db, dayId)))
}

/** Cash alone: what was taken another way is in no box. */
export function entriesOf(tenders: readonly TenderRow[], moves: readonly MoveRow[]): CashEntry[] {
  const taken = tenders.filter(({ is_cash }) => is_cash)
  return [...taken.map((row) => ({ ...row, kind: kindOfTender(row) })), ...moves]
}

export function kindOfTender({ sale_id, amount_cents }: TenderRow): CashEntry['kind'] {
  if (sale_id !== null) return 'sale'
  return amount_cents > 0 ? 'order' : 'given_back'
}

export function sumEntries(entries: readonly CashEntry[]): CashSums {
  const sums = { start: 0, sales: 0, orders: 0, givenBack: 0, putIn: 0, paidOut: 0 }
  for (const { kind, amount_cents } of entries) sums[PART_OF[kind]] += amount_cents
  return sums
}

export function expectedCents(sums: CashSums): number {
  return Object.values(sums).reduce((all, part) => all + part, 0)
}

export function listTenders(db: Db, dayId: number) {
  return db
    .selectFrom('tenders')
    .select(['id', 'name', 'is_cash', 'sale_id', 'amount_cents', 'at', 'after_count'])
    .where('market_day_id', '=', dayId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

export function listMoves(db: Db, dayId: number) {
  return db
    .selectFrom('cash_moves')
    .selectAll()
    .where('market_day_id', '=', dayId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
