import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
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
import { allRefunds, type RefundRow, shrinkRequests } from './refund-record.ts'

export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id || !(await hasRefunds(shop.db, paymentId))) return
  await settleRefunds(shop, payment, payment.intent_id)
}

async function hasRefunds(db: Db, paymentId: string): Promise<boolean> {
  return (await allRefunds(db, paymentId)).some(({ state }) => state !== 'failed')
}

/**
 * Brings the refunds of a captured payment in step with its provider: what was given back there is written down first, also what the
 * owner did; then what the shop still wants is sent. One refund without a clear answer stays decided, to be asked again, and does
 * not hold up the others.
 */
export async function settleRefunds(
  shop: Shop,
  payment: PaymentRow,
  intentId: string,
): Promise<void> {
  const provider = providerOf(shop, payment)
  const look = async () => recordRefunds(shop, payment, await provider.listRefunds(intentId))
  for (const refund of await look()) {
    try {
      await sendRefund(shop, refund, { provider, intentId, look })
    } catch (error) {
      shop.report('give money back', error)
    }
  }
  shop.later('send mails', () => sendMails(shop))
}

/** Records what the provider lists before a refund of an order is decided; without a clear answer in time the shop's own rows decide. */
export async function updateRefunds(shop: Shop, orderId: number): Promise<void> {
  const payment = await findPaymentOfOrder(shop.db, orderId)
  if (payment?.state !== 'captured' || !payment.intent_id) return
  try {
    const listed = await answerInTime(providerOf(shop, payment).listRefunds(payment.intent_id))
    await recordRefunds(shop, payment, listed)
  } catch (error) {
    shop.report('look for refunds', error)
  }
}

type RefundCalls = { provider: PaymentProvider; intentId: string; look: () => Promise<RefundRow[]> }

/** A refusal may mean that money was given back there since the last look: then only the rest is asked for, if there is one. */
async function sendRefund(shop: Shop, refund: RefundRow, calls: RefundCalls): Promise<void> {
  const answer = await callProvider(shop, refund, calls)
  if (!(answer instanceof ProviderRefusal))
    return settleRefund(shop, refund, outcomeOfRefund(answer))
  const standing = (await calls.look()).find(({ id }) => id === refund.id)
  if (!standing) return
  if (standing.amount_cents < refund.amount_cents) return sendRefund(shop, standing, calls)
  await settleRefund(shop, refund, { state: 'failed', error_message: answer.message })
}

async function callProvider(
  shop: Shop,
  refund: RefundRow,
  { provider, intentId }: RefundCalls,
): Promise<ProviderRefund | ProviderRefusal> {
  const order = {
    intentId,
    amount: refund.amount_cents,
    metadata: { shop: shop.id, refund: refund.id },
  }
  const name = refund.retries === 0 ? `rf:${refund.id}` : `rf:${refund.id}:retry${refund.retries}`
  const look = async () => outcomeOf(refund, await provider.listRefunds(intentId))
  try {
    return await callAgain({ name, call: (key) => provider.refund(order, key), look })
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

type Outcome = ReturnType<typeof outcomeOfRefund> | { state: 'failed'; error_message: string }

async function settleRefund(shop: Shop, refund: RefundRow, outcome: Outcome): Promise<void> {
  await write(shop.db, async (tx, emit) => {
    const settled = await tx
      .updateTable('refunds')
      .set({ ...outcome, touched_at: shop.now().toISOString() })
      .where('id', '=', refund.id)
      .where('state', '=', 'requested')
      .where('retries', '=', refund.retries)
      .executeTakeFirst()
    const payment = await findPayment(tx, refund.payment_id)
    if (settled.numUpdatedRows === 0n || !payment?.order_id) return
    emit({ kind: 'orders', orderId: payment.order_id })
    if (outcome.state !== 'succeeded') return
    await queueMail(
      tx,
      { kind: 'refunded', orderId: payment.order_id, refundId: refund.id },
      shop.now(),
    )
  })
}

/**
 * Writes down every refund that the provider lists for a captured payment, those the owner made there included, and shrinks what
 * the shop still wants to give back to what is left after them. Answers the requests that still stand.
 */
async function recordRefunds(
  shop: Shop,
  payment: PaymentRow,
  listed: readonly ProviderRefund[],
): Promise<RefundRow[]> {
  return write(shop.db, async (tx, emit) => {
    const at = shop.now()
    // The payment's row is the lock: two looks at once must not write one refund twice.
    const locked = await lockCapturedPayment(tx, payment.id, at)
    if (!locked) return []
    const known = await allRefunds(tx, payment.id)
    const pairs = pairUp(known, listed)
    const changes = pairs.filter(({ row, remote }) => !row || differs(row, remote))
    for (const { row, remote } of changes)
      await storeRefund(tx, { row, remote, payment: locked, at })
    await endUnlisted(tx, known, { listed, at })
    if (changes.length > 0) emitOrder(emit, locked)
    const { requests, isChanged } = await shrinkRequests(tx, locked, at)
    if (isChanged) emitOrder(emit, locked)
    return requests
  })
}

type Pair = { row: RefundRow | null; remote: ProviderRefund }

/** Each listed refund with its row; one that nobody knows and that failed gave nothing back and is left out. */
function pairUp(known: readonly RefundRow[], listed: readonly ProviderRefund[]): Pair[] {
  const paired = known.flatMap((row): Pair[] => {
    const remote = outcomeOf(row, listed)
    return remote ? [{ row, remote }] : []
  })
  const strangers = listed.filter(
    (one) => one.status !== 'failed' && !paired.some(({ remote }) => remote.id === one.id),
  )
  return [...paired, ...strangers.map((remote): Pair => ({ row: null, remote }))]
}

/** What the provider says of a refund. One that failed before a retry still carries its id and counts as unknown. */
function outcomeOf(row: RefundRow, listed: readonly ProviderRefund[]): ProviderRefund | null {
  const ours = listed.filter(
    (one) => one.metadata.refund === row.id || one.id === row.provider_refund_id,
  )
  const standing = ours.find((one) => one.status !== 'failed')
  return standing ?? ours.find((one) => one.id === row.provider_refund_id) ?? null
}

function differs(row: RefundRow, remote: ProviderRefund): boolean {
  return (
    row.state !== remote.status ||
    row.provider_refund_id !== remote.id ||
    row.amount_cents !== remote.amount
  )
}

function outcomeOfRefund(remote: ProviderRefund) {
  const error_message = remote.status === 'failed' ? 'The card’s bank rejected the refund.' : null
  return {
    state: remote.status,
    provider_refund_id: remote.id,
    amount_cents: remote.amount,
    error_message,
  }
}

async function storeRefund(
  tx: Db,
  { row, remote, payment, at }: Pair & { payment: PaymentRow; at: Date },
): Promise<void> {
  const id = row?.id ?? randomUUID()
  const outcome = { ...outcomeOfRefund(remote), touched_at: at.toISOString() }
  if (row) await tx.updateTable('refunds').set(outcome).where('id', '=', id).execute()
  else {
    const origin = {
      id,
      payment_id: payment.id,
      reason: 'refunded at the card provider',
      restock: false,
    }
    await tx
      .insertInto('refunds')
      .values({ ...origin, ...outcome, created_at: outcome.touched_at })
      .execute()
  }
  // One refund is one mail, however often it is looked at: the outbox says so.
  if (remote.status === 'succeeded' && payment.order_id)
    await queueMail(tx, { kind: 'refunded', orderId: payment.order_id, refundId: id }, at)
}

/** Earlier releases took "already refunded" for a refund of their own: a row that says it was done, of which the provider knows nothing. */
async function endUnlisted(
  tx: Db,
  known: readonly RefundRow[],
  { listed, at }: { listed: readonly ProviderRefund[]; at: Date },
): Promise<void> {
  const phantoms = known.filter(
    (row) => row.state === 'succeeded' && !row.provider_refund_id && !outcomeOf(row, listed),
  )
  if (phantoms.length === 0) return
  const ended = {
    state: 'failed',
    error_message: 'It was already refunded at the card provider.',
  } as const
  const ids = phantoms.map(({ id }) => id)
  await tx
    .updateTable('refunds')
    .set({ ...ended, touched_at: at.toISOString() })
    .where('id', 'in', ids)
    .execute()
}

function emitOrder(emit: Emit, { order_id }: PaymentRow): void {
  if (order_id) emit({ kind: 'orders', orderId: order_id })
}
