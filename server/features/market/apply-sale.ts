import { formatDollars } from '#contract/money.ts'
import { type SaleLine, sumOf } from '#contract/sales.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { levelProducts } from '#server/features/stock/level-products.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import { APPLIED, type Applying, type CommandOf, setAside } from './applying.ts'
import type { Outcome } from './command-record.ts'
import { readNames } from './read-names.ts'
import { recordSoldGoods, type SoldLine } from './sale-stock.ts'
import { undoSaleInside } from './undo-sale.ts'
import { isVoid } from './voids.ts'

/** Sold at the price that the phone showed, whatever the shop says of the product by now. */
export async function applySale(
  tx: Db,
  emit: Emit,
  { command, day, happenedAt: soldAt, at, isTaken }: Applying<CommandOf<'sell'>>,
): Promise<Outcome> {
  const { id, lines, tenders, note } = command
  const [total, paid] = [sumOf(lines), sumOf(tenders)]
  if (paid !== total)
    return setAside(`This sale is ${formatDollars(total)}, but ${formatDollars(paid)} was paid.`)
  const goods = await readGoods(tx, lines)
  if (goods.some(isUnknown) && !isTaken)
    return setAside('The shop does not know one of the products of this sale.')
  const time = soldAt.toISOString()
  const sale = { id, body_hash: '', market_day_id: day.id, total_cents: total, note, at: time }
  await tx.insertInto('sales').values(sale).execute()
  const named = goods.map((line) => (isUnknown(line) ? { ...line, name: 'Unknown product' } : line))
  await recordSoldGoods(tx, { saleId: id, goods: named, at })
  const productIds = goods.flatMap(({ productId }) => productId ?? [])
  await levelProducts(tx, emit, day.id, productIds, at)
  for (const [index, { way: name, isCash, amount }] of tenders.entries()) {
    const way = { name, isCash, givesChange: false }
    const tender = { id: `${id}/${index + 1}`, of: { saleId: id }, way, amount, note: null }
    await recordTender(tx, { ...tender, marketDayId: day.id, at: soldAt })
  }
  if (await isVoid(tx, id, 'sell')) await undoSaleInside(tx, emit, id, at)
  return APPLIED
}

/** A product that never was, or that a restored shop forgot, has no row to refer to. */
const isUnknown = ({ productId, name }: SoldLine) => productId === null && name === ''

/** The lines with their products' names, archived ones too; the products are locked. */
async function readGoods(tx: Db, lines: readonly SaleLine[]): Promise<SoldLine[]> {
  const ids = [...new Set(lines.flatMap(({ productId }) => productId ?? []))]
  await lockProducts(
    tx,
    ids.map((productId) => ({ productId })),
  )
  const names = await readNames(tx, ids)
  return lines.map(({ productId, name, units, amount: cents }) => {
    const known = productId === undefined ? name : names.get(productId)
    const isKnown = productId !== undefined && known !== undefined
    return { productId: isKnown ? productId : null, name: known ?? '', units, cents, fromStock: 0 }
  })
}
