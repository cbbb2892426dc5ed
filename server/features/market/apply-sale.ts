import { sumOf } from '#contract/market/sales.ts'
import { formatDollars } from '#contract/money/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { isVoid } from '#server/features/standing/voids.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import { APPLIED, type Applying, type CommandOf, setAside } from './applying.ts'
import type { Outcome } from './command-record.ts'
import { lockStock, returnGoods, takeGoods } from './sale-stock.ts'
import { undoTenders } from './undo-tenders.ts'

/** Sold at the price that was shown, whatever the shop says of the product by now. */
export async function applySale(
  tx: Db,
  emit: Emit,
  { command, day, happenedAt: soldAt, at, isTaken }: Applying<CommandOf<'sell'>>,
): Promise<Outcome> {
  const { id, lines, tenders, note } = command
  const dayId = day?.id ?? null
  const [total, paid] = [sumOf(lines), sumOf(tenders)]
  if (paid !== total)
    return setAside(`This sale is ${formatDollars(total)}, but ${formatDollars(paid)} was paid.`)
  const products = await lockStock(tx, lines)
  // A product that never was, or that a restored shop forgot, has no row to refer to.
  const isKnown = lines.every(({ productId }) => productId === undefined || products.has(productId))
  if (!isKnown && !isTaken)
    return setAside('The shop does not know one of the products of this sale.')
  const sale = { id, market_day_id: dayId, total_cents: total, note, at: soldAt.toISOString() }
  await tx.insertInto('sales').values(sale).execute()
  await takeGoods(tx, emit, { saleId: id, dayId, lines, at }, products)
  for (const [index, { way: name, isCash, amount }] of tenders.entries()) {
    const way = { name, isCash, givesChange: false }
    const tender = { id: `${id}/${index + 1}`, of: { saleId: id }, way, amount, note: null }
    await recordTender(tx, { ...tender, marketDayId: dayId, at: soldAt })
  }
  if (await isVoid(tx, id, 'sell')) await undoSale(tx, emit, id, at)
  return APPLIED
}

/**
 * Its goods are for sale again and its money counts no more, both by rows of their own, and in the box of its own
 * market day; nothing where it was undone before, or is not known.
 */
export async function undoSale(tx: Db, emit: Emit, id: string, at: Date): Promise<void> {
  const undone = await tx
    .updateTable('sales')
    .set({ undone_at: at.toISOString() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('market_day_id as dayId')
    .executeTakeFirst()
  if (!undone) return
  await returnGoods(tx, emit, { saleId: id, dayId: undone.dayId, at })
  const taken = tx.selectFrom('tenders').selectAll().where('sale_id', '=', id).orderBy('id')
  await undoTenders(tx, await taken.execute(), at)
}
