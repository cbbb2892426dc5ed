import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { OutputOf, RequestOf } from '#contract/endpoint.ts'
import { type Cents, cents, sum, toDollars } from '#contract/money.ts'
import type { weighing } from '#contract/weighing.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { raiseRevision } from '#server/features/checkout/order-record.ts'
import { refundableCents, requestRefund } from '#server/features/checkout/refund-record.ts'
import { sendRefunds } from '#server/features/checkout/send-refunds.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { owedFor, selectItems } from '#server/features/standing/weighings.ts'
import type { Shop } from '#server/shop.ts'
import { recordLedger } from './order-ledger.ts'
import { type LockedOrder, lockOrderAndPayment, noSuchOrder } from './require-order.ts'

type Request = RequestOf<typeof weighing.settle>['body']
type Answer = OutputOf<typeof weighing.settle>
type WeighedOrder = Request['orders'][number]

/** What became of an order: cents, or why nothing did. */
type Settled = { refunded: Cents; forgone: Cents; paymentId: string | null } | 'done' | 'changed'

const REASON = 'weighed'

/**
 * Sends back what orders paid above their weight: each in a transaction of its own, with one change
 * and one refund. What was settled before is passed over, so the same call again does what a crash
 * left. @throws Refusal 'not-found'
 */
export async function settleWeights(shop: Shop, request: Request): Promise<Answer> {
  const answer = { orders: 0, refunded: cents(0), forgone: cents(0), left: [] as number[] }
  const inOrder = request.orders.toSorted((one, other) => one.id - other.id)
  await requireOrders(
    shop.db,
    inOrder.map(({ id }) => id),
  )
  for (const owed of inOrder) {
    const settled = await write(shop.db, (tx, emit) =>
      settleOrder(tx, emit, { owed, notifiesBuyer: request.tellsBuyers, at: shop.now() }),
    )
    if (settled === 'changed') answer.left.push(owed.id)
    if (typeof settled === 'string') continue
    const { refunded, forgone, paymentId } = settled
    answer.orders++
    answer.refunded = sum(answer.refunded, refunded)
    answer.forgone = sum(answer.forgone, forgone)
    if (paymentId && refunded > 0)
      await shop.later('give money back', () => sendRefunds(shop, paymentId))
  }
  shop.sendMails()
  const { refunded, forgone } = answer
  return { ...answer, refunded: toDollars(refunded), forgone: toDollars(forgone) }
}

/** Nothing is settled where one of them is not there. @throws Refusal 'not-found' */
async function requireOrders(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const found = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  const missing = ids.find((id) => !found.some((order) => order.id === id))
  if (missing !== undefined) noSuchOrder(missing)
}

type WeightSettlement = { owed: WeighedOrder; notifiesBuyer: boolean; at: Date }

async function settleOrder(tx: Db, emit: Emit, settling: WeightSettlement): Promise<Settled> {
  const { owed, at } = settling
  const locked = await lockOrderAndPayment(tx, owed.id, at)
  const { order, payment } = locked
  const isOnItsWay = payment?.state === 'capturing' || payment?.state === 'canceling'
  if (order.status === 'cancelled' || isOnItsWay) return 'changed'
  const items = await selectItems(tx)
    .where('order_items.order_id', '=', order.id)
    .orderBy('order_items.product_id')
    .execute()
  const open = items.filter((item) => item.weighed_cents !== null && item.settled_at === null)
  if (open.length === 0) return 'done'
  const lines = open.flatMap((item) => {
    const back = owedFor(item)
    const { product_id: productId, name } = item
    return back > 0 ? [{ productId, name, units: 0, cents: 0 - back, goods: null }] : []
  })
  if (lines.reduce((total, line) => total - line.cents, 0) !== owed.amount) return 'changed'
  await markSettled(tx, order.id, at)
  if (lines.length === 0) return 'done'
  emit({ kind: 'orders', orderId: order.id })
  return sendBack(tx, locked, lines, settling)
}

async function markSettled(tx: Db, orderId: number, at: Date): Promise<void> {
  await tx
    .updateTable('weighings')
    .set({ settled_at: at.toISOString() })
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .execute()
}

type Line = { productId: number; name: string; units: number; cents: number; goods: null }

async function sendBack(
  tx: Db,
  { order, payment }: LockedOrder,
  lines: Line[],
  { owed: { amount }, notifiesBuyer, at }: WeightSettlement,
): Promise<Settled> {
  for (const { productId, cents } of lines)
    await tx
      .updateTable('order_items')
      .set({ changed_cents: sql`changed_cents + ${cents}` })
      .where('order_id', '=', order.id)
      .where('product_id', '=', productId)
      .execute()
  const left = payment?.state === 'captured' ? await refundableCents(tx, payment) : 0
  const refunded = cents(Math.min(amount, left))
  const id = randomUUID()
  const notifies = notifiesBuyer && order.customer_email !== ''
  const draft = { id, lines: [], reason: '', notifiesBuyer: notifies }
  const plan = { lines, delta: 0 - amount, refunded, delivery: 0, to: null }
  await recordLedger(tx, { order, plan, draft, at, by: 'weighing' })
  if (payment && refunded > 0)
    await requestRefund(
      tx,
      payment.id,
      { id, amount: refunded, reason: REASON, restock: false },
      at,
    )
  await raiseRevision(tx, order.id)
  const recipient = order.customer_email
  if (notifies)
    await queueMails(tx, [{ kind: 'changed', about: id, order_id: order.id, recipient }], at)
  return { refunded, forgone: cents(amount - refunded), paymentId: payment?.id ?? null }
}
