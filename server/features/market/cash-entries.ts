import type { CashEntry, CashKind } from '#contract/market/cash.ts'
import type { Db } from '#server/db/write.ts'

export type TenderRow = Awaited<ReturnType<typeof listTenders>>[number]
type MoveRow = Awaited<ReturnType<typeof listMoves>>[number]

export type StoredCash = CashEntry & Pick<MoveRow, 'id' | 'at' | 'after_count'>

export function entriesOf(tenders: readonly TenderRow[], moves: readonly MoveRow[]): StoredCash[] {
  const taken = tenders.filter(({ is_cash }) => is_cash)
  return [...taken.map((row) => ({ ...row, kind: kindOfTender(row) })), ...moves].map(
    ({ amount_cents, ...row }) => ({ ...row, cents: amount_cents }),
  )
}

/** A reversal has the kind of the payment it reverses, so the two cancel out. */
export function kindOfTender({ id, sale_id, amount_cents }: TenderRow): CashKind {
  if (sale_id !== null) return 'sale'
  return amount_cents > 0 !== id.endsWith('/undone') ? 'order' : 'given_back'
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
