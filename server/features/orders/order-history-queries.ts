import type { Selectable } from 'kysely'
import type { AuditTable, Db } from '#server/db/tables.ts'

export type HistoryRow = Selectable<AuditTable>

export function listHistory(db: Db, orderId: number, refundIds: readonly string[]): Promise<HistoryRow[]> {
  const subjects = [`order:${orderId}`, ...refundIds.map((id) => `refund:${id}`)]
  return db.selectFrom('audit').selectAll().where('subject', 'in', subjects).orderBy('id').execute()
}
