import type { Db } from '#server/db/write.ts'
import type { TenderRow } from '#server/features/order-balance/order-balance.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'

export async function undoPayment(tx: Db, commandId: string, at: Date): Promise<void> {
  const taken = tx
    .selectFrom('tenders')
    .selectAll()
    .where('id', '>=', `${commandId}/`)
    .where('id', '<', `${commandId}0`)
    .where('order_id', 'is not', null)
    .orderBy('id')
  await undoTenders(tx, await taken.execute(), at)
}

export async function undoTenders(tx: Db, tenders: readonly TenderRow[], at: Date): Promise<void> {
  for (const { id, order_id, sale_id, name, is_cash: isCash, is_ebt: isEbt, ...row } of tenders) {
    const of = order_id === null ? { saleId: sale_id ?? '' } : { orderId: order_id }
    const way = { name, isCash, isEbt }
    const back = { id: `${id}/undone`, of, way, amount: -row.amount_cents, note: null }
    await recordTender(tx, { ...back, marketDayId: row.market_day_id, at })
  }
}
