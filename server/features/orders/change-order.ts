import { sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { ChangeDraft, ChangeOutcome } from '#contract/orders/order-changes.ts'
import { requireFreshSignIn } from '#server/core/caller.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { type LimitedLine, requireUnderLimit } from '#server/features/calendar/day-limits.ts'
import { type OrderRow, raiseRevision } from '#server/features/checkout/order-record.ts'
import { requestRefund, sendRefunds } from '#server/features/checkout/send-refunds.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import type { ChangeRow } from '#server/features/order-balance/list-changes.ts'
import {
  giveBackStock,
  recordMovements,
  takeStock,
  writeOff,
} from '#server/features/stock/move-stock.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import { readTaxing } from '#server/features/tax/rates.ts'
import type { Shop } from '#server/shop.ts'
import { lockDays, setDay } from './move-order.ts'
import { type Entry, findKnown, recordLedger } from './order-ledger.ts'
import { type LockedOrder, lockOrderAndPayment, requireRevision } from './order-queries.ts'
import { newsOfGoods, unpackChangedOrder } from './order-stock.ts'
import { aboutBuyer, findNewDay, type PlannedLine, planFor, showPlan } from './plan-change.ts'
import { ofCard, showAmounts } from './show-order.ts'

/**
 * Changes an order's goods, day, place and refund together, once. Never costs the buyer anything.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible', 'changed-meanwhile',
 * 'sold-out', 'product-gone', 'invalid', 'delivery-not-here', 'not-now'
 */
export async function changeOrder(
  shop: Shop,
  id: number,
  draft: ChangeDraft & { revision: number },
): Promise<ChangeOutcome> {
  const at = shop.now()
  const { outcome, paymentId } = await write(shop.db, async (tx, emit) => {
    const { order, payment } = await lockOrderAndPayment(tx, id, at)
    const buyer = aboutBuyer(shop, order)
    const known = await findKnown(tx, order, draft)
    if (known)
      return { outcome: { ...showRow(known, order), ...buyer }, paymentId: payment?.id ?? null }
    requireRevision(order, draft.revision)
    const plan = await planFor(tx, order, payment, draft, at)
    if (payment && plan.refunded > 0) requireFreshSignIn()
    await applyPlan(tx, emit, { order, payment, plan, draft, by: 'farmer', at })
    const shown = showPlan(plan, { ...order, revision: order.revision + 1 })
    return { outcome: { ...shown, ...buyer, isChanged: true }, paymentId: payment?.id ?? null }
  })
  if (paymentId) await shop.later('give money back', () => sendRefunds(shop, paymentId))
  shop.sendMails()
  return outcome
}

/** Order and payment must be locked. @throws Refusal 'sold-out' */
export async function applyPlan(
  tx: Db,
  emit: Emit,
  { payment, ...change }: Entry & LockedOrder,
): Promise<void> {
  const { order, plan, draft, at } = change
  const { id } = draft
  const reason = draft.reason || 'order changed'
  if (plan.to) {
    await lockProducts(tx, plan.lines)
    await lockDays(tx, order, plan.to.id)
  }
  const { productIds, limited } = await applyChangedLines(tx, order, plan.lines, at)
  await recordLedger(tx, change)
  if (payment && plan.refunded > 0) {
    const restock = plan.lines.some(({ goods }) => goods === 'sellable')
    await requestRefund(tx, payment.id, { id, amount: plan.refunded, reason, restock }, at)
  }
  // Read again, since the day may have closed before the lock.
  if (plan.to) await setDay(tx, order, await findNewDay(tx, order, plan.to.id, at), at)
  else await raiseRevision(tx, order.id)
  const dayId = plan.to?.id ?? order.market_day_id
  if (dayId !== null) await requireUnderLimit(tx, dayId, limited)
  const recipient = order.customer_email
  if (draft.notifiesBuyer && recipient !== '')
    await queueMails(tx, [{ kind: 'changed', about: id, order_id: order.id, recipient }], at)
  if (productIds.length > 0) emit({ kind: 'stock', productIds })
  if (plan.to) emit({ kind: 'days' })
  emit(newsOfGoods(order, plan.lines.length > 0))
}

function showRow(row: ChangeRow, order: OrderRow) {
  const { revision } = order
  return { ...showAmounts(row), ...ofCard(order), revision, most: null, isChanged: true }
}

/**
 * Changes an order's lines and stock. Returns the products whose stock changed, and the new lines
 * with daily limits. Missing goods never return to the shelf, but do free the day's limit.
 * @throws Refusal 'sold-out'
 */
async function applyChangedLines(tx: Db, order: OrderRow, lines: readonly PlannedLine[], at: Date) {
  const limited: LimitedLine[] = []
  // Lock products in ID order, before daily limits, like all other code.
  const inOrder = [...lines].sort((one, other) => one.productId - other.productId)
  for (const { productId, name, units, goods } of inOrder) {
    const line = { productId, name, quantity: Math.abs(units) }
    if (units > 0) limited.push(...(await takeStock(tx, [line])).limited)
    if (goods === 'sellable') await giveBackStock(tx, [line], at)
  }
  await forgetWeights(tx, order.id, inOrder)
  for (const line of inOrder) await changeLine(tx, order, line)
  await recordMoves(tx, order.id, inOrder, at)
  if (lines.length > 0) await unpackChangedOrder(tx, order, at)
  return { productIds: inOrder.map(({ productId }) => productId), limited }
}

async function recordMoves(tx: Db, orderId: number, lines: readonly PlannedLine[], at: Date) {
  const stockLines = lines.map(({ units, ...line }) => ({ ...line, quantity: Math.abs(units) }))
  const [came, went] = [
    stockLines.filter(({ goods }) => goods === null),
    stockLines.filter(({ goods }) => goods !== null),
  ]
  await recordMovements(tx, came, { reason: 'sold', orderId, at })
  await recordMovements(tx, went, { reason: 'returned', orderId, at })
  const missing = went.filter(({ goods }) => goods === 'missing')
  await writeOff(tx, missing, at)
}

/** The weight was for the old number of units. */
async function forgetWeights(tx: Db, orderId: number, lines: readonly PlannedLine[]) {
  const ids = lines.map(({ productId }) => productId)
  const weighings = tx.deleteFrom('weighings').where('order_id', '=', orderId)
  if (ids.length > 0) await weighings.where('product_id', 'in', ids).execute()
}

async function changeLine(
  tx: Db,
  order: OrderRow,
  { productId: product_id, name, units, cents }: PlannedLine,
): Promise<void> {
  const order_id = order.id
  const known = await tx
    .updateTable('order_items')
    .set({ changed: sql`changed + ${units}`, changed_cents: sql`changed_cents + ${cents}` })
    .where('order_id', '=', order_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const unit_cents = (cents / units) as Cents
  const taxing = await readTaxing(tx, order, [product_id])
  const tax_bp = taxing?.of(product_id) ?? 0
  const change = { changed: units, changed_cents: cents, tax_bp }
  await tx
    .insertInto('order_items')
    .values((row) => {
      const product = row.selectFrom('products').where('id', '=', product_id)
      const its = {
        category: product.select('category'),
        weigh_unit: product.select('weigh_unit'),
        weigh_cents: product.select('weigh_cents'),
        weigh_to: product.select('weigh_to'),
        snap: product.select('snap'),
      }
      return { order_id, product_id, name, quantity: 0, unit_cents, ...change, ...its }
    })
    .execute()
}
