import { type Sale, type SaleDraft, sumOf } from '#contract/market/sales.ts'
import { formatDollars } from '#contract/money/money.ts'
import type { Problem } from '#contract/refusal.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { findLoads } from '#server/features/stock/stock-queries.ts'
import { requireWay } from '#server/features/tenders/record-tender.ts'
import type { Shop } from '#server/shop.ts'
import { requireSale } from './list-sales.ts'
import { checkDayOfSale } from './sale-days.ts'
import { lockStock } from './sale-stock.ts'
import { type Facts, writeAtDesk } from './write-at-desk.ts'

type Clock = Pick<Shop, 'db' | 'now'>

/**
 * Sells to somebody who walks in, once. The desk is told where more is sold than there is.
 * @throws Refusal 'invalid', 'not-found', 'product-gone', 'sold-out', 'change-impossible'
 */
export function sell({ db, now }: Clock, draft: SaleDraft): Promise<Sale> {
  refuseCardNumbers({ note: draft.note })
  const { id, marketDayId = null } = draft
  return write(db, async (tx, emit) => {
    const at = now()
    await checkDayOfSale(tx, marketDayId, at)
    const factsOf = async () => [await factOf(tx, draft)]
    await writeAtDesk(tx, emit, { id, said: draft, marketDayId, at, factsOf })
    return requireSale(tx, id)
  })
}

async function factOf(tx: Db, draft: SaleDraft): Promise<Facts> {
  const { lines, note } = draft
  const [total, paid] = [sumOf(lines), sumOf(draft.tenders)]
  if (paid !== total) {
    const message = `The sale is ${formatDollars(total)}, but ${formatDollars(paid)} was paid.`
    throw new Refusal('invalid', message, { field: 'tenders' })
  }
  await checkGoods(tx, draft)
  const tenders = []
  for (const [index, { way, amount }] of draft.tenders.entries()) {
    const { isCash } = await requireWay(tx, way, `tenders.${index}.way`)
    tenders.push({ way, isCash, amount })
  }
  return { kind: 'sell', lines, tenders, note }
}

/**
 * Says what there is of each product of which more is sold, unless the farmer says that it is in hand.
 * @throws Refusal 'product-gone', 'sold-out'
 */
async function checkGoods(tx: Db, draft: SaleDraft): Promise<void> {
  const products = await lockStock(tx, draft.lines)
  const loads = await findLoads(tx, draft.marketDayId ?? null, [...products.keys()])
  const left = new Map(
    [...products].map(([id, { stock }]) => [id, stock + (loads.get(id)?.unsold ?? 0)]),
  )
  const problems: Problem[] = []
  for (const [index, { productId, units }] of draft.lines.entries()) {
    if (productId === undefined) continue
    const product = products.get(productId)
    if (!product) {
      const field = `lines.${index}.productId`
      throw new Refusal('product-gone', 'There is no such product.', { field })
    }
    const there = left.get(productId) ?? 0
    if (there < units) problems.push(problemOf(index, product.name, there))
    left.set(productId, Math.max(0, there - units))
  }
  const [first] = problems
  if (first && !draft.beyondStock) throw new Refusal('sold-out', first.message, { problems })
}

function problemOf(index: number, name: string, there: number): Problem {
  const message =
    there > 0 ? `The shop has only ${there} of ${name} for sale.` : `${name} is sold out.`
  return { field: `lines.${index}.units`, message, current: there }
}

/** Undoes a sale, once. @throws Refusal 'not-found' */
export function undoSale({ db, now }: Clock, id: string): Promise<Sale> {
  return write(db, async (tx, emit) => {
    const { marketDayId } = await requireSale(tx, id)
    const factsOf = async () => {
      const sale = tx.selectFrom('sales').select('undone_at').where('id', '=', id).forUpdate()
      const { undone_at } = await sale.executeTakeFirstOrThrow()
      return undone_at === null ? [{ kind: 'void-sale', target: id } as const] : []
    }
    const undo = { id: crypto.randomUUID(), said: id, marketDayId, at: now(), factsOf }
    await writeAtDesk(tx, emit, undo)
    return requireSale(tx, id)
  })
}
