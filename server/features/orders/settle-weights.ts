import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import type { OutputOf, RequestOf } from '#contract/endpoint.ts'
import { type Cents, cents, sum, toDollars } from '#contract/money/money.ts'
import type { weighing } from '#contract/packing/weighing.ts'
import { HAS_LEFT } from '#server/db/order-statuses.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { raiseRevision } from '#server/features/checkout/order-record.ts'
import {
  refundableCents,
  requestRefund,
  sendRefunds,
} from '#server/features/checkout/send-refunds.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import {
  backFor,
  listItems,
  owedFor,
  STANDING_WORTH,
  selectItems,
} from '#server/features/order-balance/order-balance.ts'
import type { Shop } from '#server/shop.ts'
import { recordLedger } from './order-ledger.ts'
import { type LockedOrder, lockOrderAndPayment, noSuchOrder } from './order-queries.ts'
import type { PlannedLine } from './plan-change.ts'

type Request = RequestOf<typeof weighing.settle>['body']
type Answer = OutputOf<typeof weighing.settle>

type Settled = { refunded: Cents; forgone: Cents; paymentId: string | null } | 'done' | 'changed'

const REASON = 'weighed'

/**
 * Refunds what orders paid above their weight, one transaction each. Skips settled ones, so
 * repeating the call finishes after a crash. @throws Refusal 'not-found'
 */
export async function settleWeights(shop: Shop, request: Request): Promise<Answer> {
  const answer = { orders: 0, refunded: cents(0), forgone: cents(0), left: [] as number[] }
  const inOrder = request.orders.toSorted((one, other) => one.id - other.id)
  const ids = inOrder.map(({ id }) => id)
  await requireOrders(shop.db, ids)
  for (const { id, amount } of inOrder) {
    const settled = await settle(shop, { id, amount, notifiesBuyer: request.tellsBuyers })
    if (settled === 'changed') answer.left.push(id)
    if (typeof settled === 'string') continue
    answer.orders++
    answer.refunded = sum(answer.refunded, settled.refunded)
    answer.forgone = sum(answer.forgone, settled.forgone)
  }
  shop.sendMails()
  const { refunded, forgone } = answer
  return { ...answer, refunded: toDollars(refunded), forgone: toDollars(forgone) }
}

/**
 * Refunds, without being asked, what handed-out orders paid above their weight. An order without a
 * card costs its weight once packed. Runs every minute, and for one order right after an event that
 * may make it due.
 */
export async function settleHandedOut(shop: Shop, orderId: number | null = null): Promise<void> {
  for (const id of await listHandedOut(shop.db, orderId))
    await settle(shop, { id, amount: null, notifiesBuyer: true })
}

/** Runs after the answer, so that refunds never delay a tick. */
export function settleHandedOutLater(shop: Shop, orderId: number): void {
  void shop.later('send back what was overpaid by weight', async () => {
    await settleHandedOut(shop, orderId)
    shop.sendMails()
  })
}

const IS_DUE = sql<SqlBool>`(orders.collected_at is not null or orders.has_left
  or orders.status in ${HAS_LEFT}
  or (orders.payment_method = 'other' and orders.packed_at is not null))`

async function listHandedOut(db: Db, orderId: number | null): Promise<number[]> {
  const weighed = selectItems(db)
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .where('weighings.cents', 'is not', null)
    .where('weighings.settled_at', 'is', null)
    .where('orders.status', '!=', 'cancelled')
    .where(IS_DUE)
    .orderBy('order_items.order_id')
  const rows = await (orderId === null
    ? weighed
    : weighed.where('order_items.order_id', '=', orderId)
  ).execute()
  return [...new Set(rows.map(({ order_id }) => order_id))]
}

/** `amount`: the sum shown as owed; null if nobody was shown one. */
type Owed = { id: number; amount: Cents | null; notifiesBuyer: boolean }

async function settle(shop: Shop, owed: Owed): Promise<Settled> {
  const settled = await write(shop.db, (tx, emit) =>
    settleOrder(tx, emit, { ...owed, at: shop.now() }),
  )
  if (typeof settled === 'string') return settled
  const { paymentId, refunded } = settled
  if (paymentId && refunded > 0)
    await shop.later('give money back', () => sendRefunds(shop, paymentId))
  return settled
}

/** @throws Refusal 'not-found' if one is missing; then none is settled */
async function requireOrders(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.selectFrom('orders').select('id').where('id', 'in', ids).execute()
  const missing = ids.find((id) => !found.some((order) => order.id === id))
  if (missing !== undefined) noSuchOrder(missing)
}

type WeightSettlement = Owed & { at: Date }

async function settleOrder(tx: Db, emit: Emit, settling: WeightSettlement): Promise<Settled> {
  const { id, amount, at } = settling
  const locked = await lockOrderAndPayment(tx, id, at)
  const { order, payment } = locked
  const isOnItsWay = payment?.state === 'capturing' || payment?.state === 'canceling'
  if (order.status === 'cancelled' || isOnItsWay) return 'changed'
  const items = (await listItems(tx, [id])).get(id) ?? []
  const open = items.filter((item) => item.weighed_cents !== null && item.settled_at === null)
  if (open.length === 0) return 'done'
  const lines = open.flatMap((item) => {
    const back = owedFor(item)
    const { product_id: productId, name } = item
    return back > 0 ? [{ productId, name, units: 0, cents: 0 - back, goods: null }] : []
  })
  const owed = lines.reduce((total, line) => total - line.cents, 0)
  if (amount !== null && amount !== owed) return 'changed'
  await tx
    .updateTable('weighings')
    .set({ settled_at: at.toISOString() })
    .where('order_id', '=', order.id)
    .where('settled_at', 'is', null)
    .execute()
  if (lines.length === 0) return 'done'
  emit({ kind: 'orders', orderId: order.id })
  return sendBack(tx, locked, lines, settling)
}

async function sendBack(
  tx: Db,
  { order, payment }: LockedOrder,
  lines: PlannedLine[],
  { notifiesBuyer, at }: WeightSettlement,
): Promise<Settled> {
  const owed = cents(lines.reduce((total, line) => total - line.cents, 0))
  const left = payment?.state === 'captured' ? await refundableCents(tx, payment) : cents(0)
  const refunded = backFor({ owed, left, worth: await readWorth(tx, order.id) })
  for (const { productId, cents } of lines)
    await tx
      .updateTable('order_items')
      .set({ changed_cents: sql`changed_cents + ${cents}` })
      .where('order_id', '=', order.id)
      .where('product_id', '=', productId)
      .execute()
  const id = randomUUID()
  const notifies = notifiesBuyer && order.customer_email !== ''
  const draft = { id, lines: [], reason: '', notifiesBuyer: notifies }
  const plan = { lines, delta: 0 - owed, refunded, delivery: 0, to: null }
  await recordLedger(tx, { order, plan, draft, at, by: 'weighing' })
  const part = { id, amount: refunded, reason: REASON, restock: false }
  if (payment && refunded > 0) await requestRefund(tx, payment.id, part, at)
  await raiseRevision(tx, order.id)
  const recipient = order.customer_email
  if (notifies)
    await queueMails(tx, [{ kind: 'changed', about: id, order_id: order.id, recipient }], at)
  return { refunded, forgone: cents(owed - refunded), paymentId: payment?.id ?? null }
}

async function readWorth(tx: Db, id: number): Promise<Cents> {
  const order = tx.selectFrom('orders').select(STANDING_WORTH.as('worth')).where('id', '=', id)
  return cents(Number((await order.executeTakeFirstOrThrow()).worth))
}
