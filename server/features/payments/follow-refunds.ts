import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/tables.ts'
import { type Tell, write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { ProviderRefund } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './find-payment.ts'
import { lockCapturedPayment } from './move-payment.ts'
import { allRefunds, type RefundRow } from './refund-payment.ts'
import { shrinkRequests } from './shrink-requests.ts'

/**
 * Writes down every refund that the provider lists for a captured payment, those the owner made there included, and shrinks what
 * the shop still wants to give back to what is left after them. Answers the requests that still stand.
 */
export async function followRefunds(
  shop: Shop,
  payment: PaymentRow,
  listed: readonly ProviderRefund[],
): Promise<RefundRow[]> {
  return write(shop.db, async (tx, tell) => {
    const at = shop.now()
    // The payment's row is the lock: two looks at once must not write one refund twice.
    const locked = await lockCapturedPayment(tx, payment.id, at)
    if (!locked) return []
    const known = await allRefunds(tx, payment.id)
    const pairs = pairUp(known, listed)
    const changes = pairs.filter(({ row, told }) => !row || isNews(row, told))
    for (const { row, told } of changes) await keepRefund(tx, { row, told, payment: locked, at })
    await endUnlisted(tx, known, { listed, at })
    if (changes.length > 0) tellOrder(tell, locked)
    const { requests, isChanged } = await shrinkRequests(tx, locked, at)
    if (isChanged) tellOrder(tell, locked)
    return requests
  })
}

type Pair = { row: RefundRow | null; told: ProviderRefund }

/** Each listed refund with its row; one that nobody knows and that failed gave nothing back and is left out. */
function pairUp(known: readonly RefundRow[], listed: readonly ProviderRefund[]): Pair[] {
  const paired = known.flatMap((row): Pair[] => {
    const told = outcomeOf(row, listed)
    return told ? [{ row, told }] : []
  })
  const strangers = listed.filter((one) => one.status !== 'failed' && !paired.some(({ told }) => told.id === one.id))
  return [...paired, ...strangers.map((told): Pair => ({ row: null, told }))]
}

/** What the provider says of a refund. One that failed before a retry still carries its id and counts as unknown. */
export function outcomeOf(row: RefundRow, listed: readonly ProviderRefund[]): ProviderRefund | null {
  const ours = listed.filter((one) => one.metadata.refund === row.id || one.id === row.provider_refund_id)
  const standing = ours.find((one) => one.status !== 'failed')
  return standing ?? ours.find((one) => one.id === row.provider_refund_id) ?? null
}

function isNews(row: RefundRow, told: ProviderRefund): boolean {
  return row.state !== told.status || row.provider_refund_id !== told.id || row.amount_cents !== told.amount
}

/** What a refund's row says once its provider has answered. */
export function settledAs(told: ProviderRefund) {
  const error_message = told.status === 'failed' ? 'The card’s bank did not take it back.' : null
  return { state: told.status, provider_refund_id: told.id, amount_cents: told.amount, error_message }
}

async function keepRefund(tx: Db, { row, told, payment, at }: Pair & { payment: PaymentRow; at: Date }): Promise<void> {
  const id = row?.id ?? randomUUID()
  const outcome = { ...settledAs(told), touched_at: at.toISOString() }
  if (row) await tx.updateTable('refunds').set(outcome).where('id', '=', id).execute()
  else {
    const origin = { id, payment_id: payment.id, reason: 'refunded at the card provider', restock: false }
    await tx
      .insertInto('refunds')
      .values({ ...origin, ...outcome, created_at: outcome.touched_at })
      .execute()
  }
  // One refund is one mail, however often it is looked at: the outbox says so.
  if (told.status === 'succeeded' && payment.order_id)
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
  const ended = { state: 'failed', error_message: 'It was given back at the card provider already.' } as const
  const ids = phantoms.map(({ id }) => id)
  await tx
    .updateTable('refunds')
    .set({ ...ended, touched_at: at.toISOString() })
    .where('id', 'in', ids)
    .execute()
}

function tellOrder(tell: Tell, { order_id }: PaymentRow): void {
  if (order_id) tell({ kind: 'orders', orderId: order_id })
}
