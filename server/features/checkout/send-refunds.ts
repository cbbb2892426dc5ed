import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Cents, cents, toDollars } from '#contract/money/money.ts'
import { ORDER_CANCELLED } from '#contract/money/refunds.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Tables } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { REFUNDED } from '#server/features/order-balance/order-balance.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import {
  findPayment,
  findPaymentOfOrder,
  lockCapturedPayment,
  type PaymentRow,
} from './payment-record.ts'
import { answerInTime, callAgain, providerOf } from './provider-calls.ts'
import { movePayment } from './transitions.ts'

type RefundRow = Selectable<Tables['refunds']>

type Part = { id?: string | undefined; amount: Cents; reason: string; restock: boolean }

/** Records a refund of a locked payment, for `sendRefunds` to send. Returns its ID. */
export async function requestRefund(
  tx: Db,
  paymentId: string,
  { id = randomUUID(), amount, reason, restock }: Part,
  at: Date,
): Promise<string> {
  const refund = {
    id,
    payment_id: paymentId,
    amount_cents: amount,
    reason,
    restock,
    state: 'requested' as const,
    provider_refund_id: null,
    error_message: null,
    created_at: at.toISOString(),
    touched_at: at.toISOString(),
  }
  await tx.insertInto('refunds').values(refund).execute()
  return id
}

export async function requestFullRefund(
  tx: Db,
  payment: Captured,
  at: Date,
  reason: string = ORDER_CANCELLED,
): Promise<void> {
  const amount = await refundableCents(tx, payment)
  if (amount > 0) await requestRefund(tx, payment.id, { amount, reason, restock: true }, at)
}

export async function refundLateCapture(
  tx: Db,
  { id }: PaymentRow,
  captured_cents: Cents,
  at: Date,
): Promise<boolean> {
  const set = { captured_cents }
  const isCaptured = await movePayment(tx, { id, from: 'canceling', to: 'captured', at, set })
  if (isCaptured) await requestFullRefund(tx, { id, captured_cents }, at)
  return isCaptured
}

function allRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  const rows = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId)
  return rows.orderBy('created_at').orderBy('id').execute()
}

type Captured = Pick<PaymentRow, 'id' | 'captured_cents'>

export async function refundableCents(db: Db, { id, captured_cents }: Captured): Promise<Cents> {
  return cents(captured_cents - (await refundedCents(db, id)))
}

export async function refundedCents(db: Db, paymentId: string): Promise<Cents> {
  const payments = db.selectFrom('payments').where('id', '=', paymentId)
  const { refunded } = await payments.select(REFUNDED.as('refunded')).executeTakeFirstOrThrow()
  return cents(refunded)
}

export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id) return
  const refunds = await allRefunds(shop.db, paymentId)
  if (refunds.some(({ state }) => state !== 'failed'))
    await settleRefunds(shop, payment, payment.intent_id)
}

/**
 * Records refunds made at the provider, the owner's included, then sends those the shop still
 * wants. One without a clear answer stays decided and doesn't block others.
 */
export async function settleRefunds(shop: Shop, payment: PaymentRow, intentId: string) {
  const provider = providerOf(shop, payment)
  const look = async () => matchRefunds(shop, payment, await provider.listRefunds(intentId))
  for (const refund of await look()) {
    try {
      await sendRefund(shop, refund, { provider, intentId, look })
    } catch (error) {
      shop.report('give money back', error)
    }
  }
  shop.sendMails()
}

/** If the provider doesn't answer in time, our own rows count. */
export async function updateRefunds(shop: Shop, orderId: number): Promise<void> {
  const payment = await findPaymentOfOrder(shop.db, orderId)
  if (payment?.state !== 'captured' || !payment.intent_id) return
  try {
    const listed = await answerInTime(providerOf(shop, payment).listRefunds(payment.intent_id))
    await matchRefunds(shop, payment, listed)
  } catch (error) {
    shop.report('look for refunds', error)
  }
}

type RefundCalls = { provider: PaymentProvider; intentId: string; look: () => Promise<RefundRow[]> }

/** A refusal may mean that money was already refunded there, so only the rest is sent. */
async function sendRefund(shop: Shop, refund: RefundRow, calls: RefundCalls): Promise<void> {
  const answer = await callProvider(shop, refund, calls)
  if (!(answer instanceof ProviderRefusal)) return settleRefund(shop, refund, outcomeOf(answer))
  const standing = (await calls.look()).find(({ id }) => id === refund.id)
  if (!standing) return
  if (standing.amount_cents < refund.amount_cents) return sendRefund(shop, standing, calls)
  await settleRefund(shop, refund, { state: 'failed', error_message: answer.message })
}

async function callProvider(shop: Shop, refund: RefundRow, { provider, intentId }: RefundCalls) {
  const { id, amount_cents: amount, retries } = refund
  const order = { intentId, amount, metadata: { shop: shop.id, refund: id } }
  const name = retries === 0 ? `rf:${id}` : `rf:${id}:retry${retries}`
  const look = async () => remoteOf(refund, await provider.listRefunds(intentId))
  try {
    return await callAgain({ name, call: (key) => provider.refund(order, key), look })
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

type Settlement = ReturnType<typeof outcomeOf> | { state: 'failed'; error_message: string }

async function settleRefund(shop: Shop, refund: RefundRow, outcome: Settlement): Promise<void> {
  await write(shop.db, async (tx, emit) => {
    const at = shop.now()
    const settled = await tx
      .updateTable('refunds')
      .set({ ...outcome, touched_at: at.toISOString() })
      .where('id', '=', refund.id)
      .where('state', '=', 'requested')
      .where('retries', '=', refund.retries)
      .executeTakeFirst()
    const orderId = (await findPayment(tx, refund.payment_id))?.order_id
    if (settled.numUpdatedRows === 0n || !orderId) return
    emit({ kind: 'orders', orderId })
    if (outcome.state === 'succeeded')
      await queueMail(tx, { kind: 'refunded', orderId, refundId: refund.id }, at)
  })
}

/**
 * Records every refund the provider lists for a captured payment, the owner's included, and reduces
 * the shop's own requests to what is left. Returns those still standing.
 */
async function matchRefunds(shop: Shop, { id }: PaymentRow, listed: readonly ProviderRefund[]) {
  return write(shop.db, async (tx, emit) => {
    const at = shop.now()
    // Lock the payment so the same refund isn't recorded twice.
    const payment = await lockCapturedPayment(tx, id, at)
    if (!payment) return []
    const known = await allRefunds(tx, id)
    const changes = pairUp(known, listed).filter(differs)
    for (const { row, remote } of changes) await storeRefund(tx, { row, remote, payment, at })
    const { requests, isChanged } = await shrinkRequests(tx, payment, at)
    if (payment.order_id && (isChanged || changes.length > 0))
      emit({ kind: 'orders', orderId: payment.order_id })
    return requests
  })
}

type Pair = { row: RefundRow | null; remote: ProviderRefund }

function pairUp(known: readonly RefundRow[], listed: readonly ProviderRefund[]): Pair[] {
  const paired = known.flatMap((row): Pair[] => {
    const remote = remoteOf(row, listed)
    return remote ? [{ row, remote }] : []
  })
  const strangers = listed.filter(
    (one) => one.status !== 'failed' && !paired.some(({ remote }) => remote.id === one.id),
  )
  return [...paired, ...strangers.map((remote): Pair => ({ row: null, remote }))]
}

/** A refund that failed before a retry still carries the row's ID; it counts as unknown. */
function remoteOf(row: RefundRow, listed: readonly ProviderRefund[]): ProviderRefund | null {
  const ours = listed.filter(
    (one) => one.metadata.refund === row.id || one.id === row.provider_refund_id,
  )
  const standing = ours.find((one) => one.status !== 'failed')
  return standing ?? ours.find((one) => one.id === row.provider_refund_id) ?? null
}

function differs({ row, remote }: Pair): boolean {
  return (
    row?.state !== remote.status ||
    row.provider_refund_id !== remote.id ||
    row.amount_cents !== remote.amount
  )
}

function outcomeOf({ id, status, amount }: ProviderRefund) {
  const error_message = status === 'failed' ? 'The card’s bank rejected the refund.' : null
  return { state: status, provider_refund_id: id, amount_cents: amount, error_message }
}

async function storeRefund(
  tx: Db,
  { row, remote, payment, at }: Pair & { payment: PaymentRow; at: Date },
): Promise<void> {
  const id = row?.id ?? randomUUID()
  const outcome = { ...outcomeOf(remote), touched_at: at.toISOString() }
  if (row) await tx.updateTable('refunds').set(outcome).where('id', '=', id).execute()
  else {
    const made = {
      ...outcome,
      id,
      payment_id: payment.id,
      reason: 'refunded at the card provider',
      restock: false,
      created_at: outcome.touched_at,
    }
    await tx.insertInto('refunds').values(made).execute()
  }
  // The outbox allows only one mail per refund.
  if (remote.status === 'succeeded' && payment.order_id)
    await queueMail(tx, { kind: 'refunded', orderId: payment.order_id, refundId: id }, at)
}

/**
 * Reduces decided refunds, oldest first, to what completed and pending ones leave of the payment;
 * drops those with nothing left. The caller has locked the payment.
 */
async function shrinkRequests(tx: Db, { id, captured_cents }: PaymentRow, at: Date) {
  const rows = await allRefunds(tx, id)
  const given = rows.filter(({ state }) => state === 'pending' || state === 'succeeded')
  let left = captured_cents - given.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const requests: RefundRow[] = []
  let isChanged = false
  for (const row of rows.filter(({ state }) => state === 'requested')) {
    const amount = cents(Math.max(0, Math.min(row.amount_cents, left)))
    left -= amount
    const request = amount < row.amount_cents ? await shrink(tx, row, { amount, at }) : row
    if (request !== row) isChanged = true
    if (request) requests.push(request)
  }
  return { requests, isChanged }
}

async function shrink(tx: Db, row: RefundRow, { amount, at }: { amount: Cents; at: Date }) {
  const before = { amount: toDollars(row.amount_cents), reason: row.reason }
  const after = amount > 0 ? { ...before, amount: toDollars(amount) } : null
  await recordChange(tx, { action: 'shrunk', subject: `refund:${row.id}`, before, after }, at)
  if (amount === 0) {
    await tx.deleteFrom('refunds').where('id', '=', row.id).execute()
    return null
  }
  // A different amount needs a new key: under the old one the provider would refuse it.
  const smaller = { amount_cents: amount, retries: row.retries + 1, touched_at: at.toISOString() }
  await tx.updateTable('refunds').set(smaller).where('id', '=', row.id).execute()
  return { ...row, ...smaller }
}
