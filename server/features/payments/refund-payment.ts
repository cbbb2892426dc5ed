import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { type Cents, cents } from '#contract/money.ts'
import type { Db, RefundsTable } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { askAgain } from './ask-again.ts'
import { findPayment, type PaymentRow } from './find-payment.ts'
import { providerOf } from './provider-of.ts'

/** Decides to give back whatever is left of a captured payment; `sendRefunds` does it after the commit. */
export async function requestFullRefund(tx: Db, payment: PaymentRow, captured: Cents, at: Date): Promise<void> {
  const left = cents(captured - (await refundedCents(tx, payment.id)))
  if (left <= 0) return
  const refund = {
    id: randomUUID(),
    payment_id: payment.id,
    amount_cents: left,
    reason: 'order cancelled',
    restock: true,
  }
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      state: 'requested',
      provider_refund_id: null,
      error_message: null,
      created_at: at.toISOString(),
    })
    .execute()
}

/** Asks the provider for every refund that is decided and not done. No clear answer leaves it as it is, to be asked again. */
export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id) return
  const intentId = payment.intent_id
  const waiting = await shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', 'in', ['requested', 'pending'])
    .execute()
  if (waiting.length === 0) return
  const provider = providerOf(shop, payment)
  const known = await provider.listRefunds(intentId)
  for (const refund of waiting) {
    const sent = known.find((one) => one.metadata.refund === refund.id)
    await settleRefund(shop, refund, sent ?? (await askProvider(provider, refund, { intentId, shopId: shop.id })))
  }
}

type RefundRow = Selectable<RefundsTable>

async function askProvider(
  provider: PaymentProvider,
  refund: RefundRow,
  { intentId, shopId }: { intentId: string; shopId: string },
): Promise<ProviderRefund | ProviderRefusal> {
  const order = { intentId, amount: refund.amount_cents, metadata: { shop: shopId, refund: refund.id } }
  const made = async () => {
    const known = await provider.listRefunds(intentId)
    return known.find((one) => one.metadata.refund === refund.id) ?? null
  }
  try {
    return await askAgain(`rf:${refund.id}`, (key) => provider.refund(order, key), made)
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

async function settleRefund(shop: Shop, refund: RefundRow, answer: ProviderRefund | ProviderRefusal): Promise<void> {
  await write(shop.db, async (tx, tell) => {
    await tx
      .updateTable('refunds')
      .set(outcomeOf(answer))
      .where('id', '=', refund.id)
      .where('state', '!=', 'succeeded')
      .execute()
    const payment = await findPayment(tx, refund.payment_id)
    if (payment?.order_id) tell({ kind: 'orders', orderId: payment.order_id })
  })
}

function outcomeOf(answer: ProviderRefund | ProviderRefusal) {
  if (!(answer instanceof ProviderRefusal)) return { state: answer.status, provider_refund_id: answer.id }
  if (answer.code === 'charge_already_refunded') return { state: 'succeeded' as const }
  return { state: 'failed' as const, error_message: answer.message }
}

/** What is given back or about to be: refunds that have not failed, in cents. */
export async function refundedCents(db: Db, paymentId: string): Promise<Cents> {
  const row = await db
    .selectFrom('refunds')
    .select((refund) => refund.fn.coalesce(refund.fn.sum<number>('amount_cents'), refund.lit(0)).as('total'))
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .executeTakeFirstOrThrow()
  return Number(row.total) as Cents
}
