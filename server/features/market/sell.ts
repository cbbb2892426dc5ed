import { formatDollars, toDollars } from '#contract/money.ts'
import { type Sale, type SaleDraft, sumOf } from '#contract/sales.ts'
import { recordChange } from '#server/core/audit.ts'
import { hashOfJson } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { levelProducts } from '#server/features/stock/level-products.ts'
import { findLoads } from '#server/features/stock/stock-queries.ts'
import { recordTender, requireWay } from '#server/features/tenders/record-tender.ts'
import type { Shop } from '#server/shop.ts'
import { requireSale } from './list-sales.ts'
import { checkDayOfSale } from './sale-days.ts'
import { recordSoldGoods, takeGoods } from './sale-stock.ts'

/**
 * Sells to somebody who walks in, once: takes the goods from the stock and notes the money.
 * @throws Refusal 'invalid', 'not-found', 'product-gone', 'sold-out', 'change-impossible'
 */
export function sell({ db, now }: Pick<Shop, 'db' | 'now'>, draft: SaleDraft): Promise<Sale> {
  refuseCardNumbers({ note: draft.note })
  return write(db, async (tx, emit) => {
    if (await insertSale(tx, draft, now())) await sellInside(tx, emit, draft, now())
    return requireSale(tx, draft.id)
  })
}

/** False where this sale was made already. @throws Refusal 'change-impossible' for another one */
async function insertSale(tx: Db, draft: SaleDraft, at: Date): Promise<boolean> {
  const { id, marketDayId = null, note } = draft
  await checkDayOfSale(tx, marketDayId, at)
  const body_hash = bodyHash(draft)
  const total_cents = sumOf(draft.lines)
  const made = await tx
    .insertInto('sales')
    .values({ id, body_hash, market_day_id: marketDayId, total_cents, note, at: at.toISOString() })
    .onConflict((exists) => exists.doNothing())
    .executeTakeFirst()
  if ((made.numInsertedOrUpdatedRows ?? 0n) > 0n) return true
  const known = tx.selectFrom('sales').select('body_hash').where('id', '=', id)
  if ((await known.executeTakeFirstOrThrow()).body_hash === body_hash) return false
  const message = 'This was already saved as another sale. Please look at the sales of the day.'
  throw new Refusal('change-impossible', message, { field: 'id' })
}

function bodyHash({ lines, tenders, marketDayId, note }: SaleDraft): string {
  const fields = [
    lines.map(({ productId, name, units, amount }) => [productId ?? name, units, amount]),
    tenders.map(({ way, amount }) => [way, amount]),
  ]
  return hashOfJson([fields, marketDayId ?? null, note])
}

async function sellInside(tx: Db, emit: Emit, draft: SaleDraft, at: Date): Promise<void> {
  const { id, lines, tenders, marketDayId = null } = draft
  const total = sumOf(lines)
  if (sumOf(tenders) !== total) {
    const [due, taken] = [formatDollars(total), formatDollars(sumOf(tenders))]
    const message = `The sale is ${due}, but ${taken} was paid.`
    throw new Refusal('invalid', message, { field: 'tenders' })
  }
  const goods = await takeGoods(tx, draft)
  await recordSoldGoods(tx, { saleId: id, goods, at })
  for (const [index, { way: name, amount }] of tenders.entries()) {
    const way = await requireWay(tx, name, `tenders.${index}.way`)
    const tender = { id: `${id}/${index + 1}`, of: { saleId: id }, way, amount, note: null }
    await recordTender(tx, { ...tender, marketDayId, at })
  }
  const sold = goods.map(({ name, units }) => `${units} × ${name}`)
  const after = { total: toDollars(total), sold }
  await recordChange(tx, { action: 'sold', subject: `sale:${id}`, before: null, after }, at)
  const productIds = goods.flatMap(({ productId }) => productId ?? [])
  const loads = await findLoads(tx, marketDayId, productIds)
  if (marketDayId !== null) await levelProducts(tx, emit, marketDayId, [...loads.keys()], at)
  if (productIds.length > 0) emit({ kind: 'stock', productIds })
}
