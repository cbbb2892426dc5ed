import type { Sale } from '#contract/sales.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import type { Shop } from '#server/shop.ts'
import { requireSale } from './list-sales.ts'
import { returnGoods } from './sale-stock.ts'

/**
 * Undoes a sale, once: its goods are for sale again and its money counts no more, both by rows of
 * their own, and in the box of its own market day. @throws Refusal 'not-found'
 */
export function undoSale({ db, now }: Pick<Shop, 'db' | 'now'>, id: string): Promise<Sale> {
  return write(db, async (tx, emit) => {
    const at = now()
    const isUndone = await undoSaleInside(tx, emit, id, at)
    const sale = await requireSale(tx, id)
    const before = {
      total: sale.total,
      sold: sale.lines.map(({ units, name }) => `${units} × ${name}`),
    }
    const change = { action: 'undone', subject: `sale:${id}`, before, after: null } as const
    if (isUndone) await recordChange(tx, change, at)
    return sale
  })
}

/** The same without a word in the history; false where it was undone before, or is not known. */
export async function undoSaleInside(tx: Db, emit: Emit, id: string, at: Date): Promise<boolean> {
  const undone = await tx
    .updateTable('sales')
    .set({ undone_at: at.toISOString() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('market_day_id as dayId')
    .executeTakeFirst()
  if (!undone) return false
  const goods = { saleId: id, dayId: undone.dayId, at }
  const productIds = await returnGoods(tx, emit, goods)
  await giveMoneyBack(tx, id, at)
  if (productIds.length > 0) emit({ kind: 'stock', productIds })
  return true
}

async function giveMoneyBack(tx: Db, saleId: string, at: Date): Promise<void> {
  const taken = tx.selectFrom('tenders').selectAll().where('sale_id', '=', saleId).orderBy('id')
  for (const { id, name, is_cash: isCash, amount_cents, market_day_id } of await taken.execute()) {
    const way = { name, isCash, givesChange: false }
    const back = { id: `${id}/undone`, of: { saleId }, way, amount: -amount_cents, note: null }
    await recordTender(tx, { ...back, marketDayId: market_day_id, at })
  }
}
