import { type SaleLine, totalAmount } from '#contract/market/sales.ts'
import { formatDollars } from '#contract/money/money.ts'
import type { Db, Emit } from '#server/db/write.ts'
import {
  areOwn,
  isVoid,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import type { TenderRow } from '#server/features/order-balance/order-balance.ts'
import { lockOrderAndPayment } from '#server/features/orders/order-queries.ts'
import { levelProducts } from '#server/features/stock/move-stock.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import { readTaxing } from '#server/features/tax/rates.ts'
import { recordTender } from '#server/features/tenders/record-tender.ts'
import {
  APPLIED,
  type CommandContext,
  type CommandOf,
  type DayCommandContext,
  type Outcome,
  setAside,
  settled,
} from './command-record.ts'

/** Records the price that was shown, whatever the product costs by now. */
export async function applySale(
  tx: Db,
  emit: Emit,
  { command, day: { id: dayId }, happenedAt, at, isAccepted }: DayCommandContext<CommandOf<'sell'>>,
): Promise<Outcome> {
  const { id, lines, tenders, note } = command
  const [total, paid] = [totalAmount(lines), totalAmount(tenders)]
  if (paid !== total)
    return setAside(`This sale is ${formatDollars(total)}, but ${formatDollars(paid)} was paid.`)
  const goods = await lockGoods(tx, lines)
  const isKnown = lines.every(({ productId }) => productId === undefined || goods.has(productId))
  if (!isKnown && !isAccepted)
    return setAside('The shop does not know one of the products of this sale.')
  const sale = { id, market_day_id: dayId, total_cents: total, note, at: happenedAt.toISOString() }
  await tx.insertInto('sales').values(sale).execute()
  const taxing = await readTaxing(tx, { market_day_id: dayId }, [...goods.keys()])
  const items = lines.map(({ productId = 0, name, units, amount: cents }, index) => ({
    sale_id: id,
    number: index + 1,
    product_id: goods.has(productId) ? productId : null,
    ...(goods.get(productId) ?? { name: name ?? 'Unknown product', category: null, snap: false }),
    units,
    cents,
    tax_bp: taxing?.of(productId) ?? 0,
  }))
  await tx.insertInto('sale_items').values(items).execute()
  await levelProducts(tx, emit, dayId, [...goods.keys()], at)
  for (const [index, { way: name, isCash, amount }] of tenders.entries()) {
    const way = { name, isCash }
    const tender = { id: `${id}/${index + 1}`, of: { saleId: id }, way, amount, note: null }
    await recordTender(tx, { ...tender, marketDayId: dayId, at: happenedAt })
  }
  if (await isVoid(tx, id, 'sell')) await undoSale(tx, emit, id, at)
  return APPLIED
}

/** Locks a sale's products in ID order, archived ones too. */
async function lockGoods(tx: Db, lines: readonly Pick<SaleLine, 'productId'>[]) {
  const sold = lines.flatMap(({ productId }) => (productId ? [{ productId }] : []))
  await lockProducts(tx, sold)
  const ids = sold.map(({ productId }) => productId)
  const products = tx
    .selectFrom('products')
    .select(['id', 'name', 'category', 'snap'])
    .where('id', 'in', ids)
  return new Map((await products.execute()).map(({ id, ...its }) => [id, its]))
}

/**
 * Restocks the goods, or puts them back on the truck, and reverses the money in the cash box of the
 * sale's market day. Does nothing if already undone or unknown.
 */
async function undoSale(tx: Db, emit: Emit, id: string, at: Date): Promise<void> {
  const undone = await tx
    .updateTable('sales')
    .set({ undone_at: at.toISOString() })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returning('market_day_id')
    .executeTakeFirst()
  if (!undone) return
  const items = tx.selectFrom('sale_items').select('product_id').where('sale_id', '=', id)
  const lines = (await items.execute()).map(({ product_id }) => ({ productId: product_id ?? 0 }))
  const goods = await lockGoods(tx, lines)
  await levelProducts(tx, emit, undone.market_day_id, [...goods.keys()], at)
  const taken = tx.selectFrom('tenders').selectAll().where('sale_id', '=', id).orderBy('id')
  await undoTenders(tx, await taken.execute(), at)
}

export async function applyVoid(
  tx: Db,
  emit: Emit,
  { command, at }: CommandContext<CommandOf<'void-sale' | 'void-pay'>>,
): Promise<Outcome> {
  const { target, id: commandId } = command
  const { kind, targets } = UNDOES[command.kind]
  if (!(await areOwn(tx, [target], { kinds: targets }))) return setAside(OF_ANOTHER)
  if (await isVoid(tx, target, kind)) return { ...APPLIED, message: 'This was undone before.' }
  await voidCommands(tx, [target], { commandId, kind, at })
  const known = await findTarget(tx, target)
  if (command.kind === 'void-sale') await undoSale(tx, emit, target, at)
  else if (known?.order_id) {
    await lockOrderAndPayment(tx, known.order_id, at)
    await undoPayment(tx, target, at)
    emit({ kind: 'orders', orderId: known.order_id })
    return settled(tx, known.order_id)
  }
  return APPLIED
}

const UNDOES = {
  'void-sale': { kind: 'sell', targets: ['sell'] },
  'void-pay': { kind: 'pay', targets: ['pay', 'pay-back'] },
} as const

function findTarget(tx: Db, id: string) {
  const row = tx.selectFrom('stall_commands').select('order_id').where('id', '=', id)
  return row.executeTakeFirst()
}

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

async function undoTenders(tx: Db, tenders: readonly TenderRow[], at: Date): Promise<void> {
  for (const { id, order_id, sale_id, name, is_cash: isCash, is_ebt: isEbt, ...row } of tenders) {
    const of = order_id === null ? { saleId: sale_id ?? '' } : { orderId: order_id }
    const way = { name, isCash, isEbt }
    const back = { id: `${id}/undone`, of, way, amount: -row.amount_cents, note: null }
    await recordTender(tx, { ...back, marketDayId: row.market_day_id, at })
  }
}
