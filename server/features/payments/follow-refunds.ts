import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, RefundsTable } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { ProviderRefund } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './find-payment.ts'
import { providerOf } from './provider-of.ts'

/**
 * Writes down the refunds of a captured payment that the shop did not ask for, as its provider tells of them: the owner made them
 * there. Those the shop asked for are `sendRefunds`'.
 */
export async function followRefunds(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const told = await providerOf(shop, payment).listRefunds(intentId)
  if (told.length === 0) return
  await write(shop.db, async (tx, tell) => {
    // The payment's row is the lock: two looks at once must not write one foreign refund twice.
    await tx
      .updateTable('payments')
      .set({ touched_at: shop.now().toISOString() })
      .where('id', '=', payment.id)
      .execute()
    const known = await tx.selectFrom('refunds').selectAll().where('payment_id', '=', payment.id).execute()
    const foreign = told.filter(({ metadata }) => !known.some((one) => one.id === metadata.refund))
    for (const refund of foreign) await keepRefund(tx, known, { refund, payment, at: shop.now() })
    if (payment.order_id) tell({ kind: 'orders', orderId: payment.order_id })
  })
}

type Told = { refund: ProviderRefund; payment: PaymentRow; at: Date }

async function keepRefund(tx: Db, known: Selectable<RefundsTable>[], { refund, payment, at }: Told): Promise<void> {
  const written = known.find((one) => one.provider_refund_id === refund.id)
  const id = written?.id ?? randomUUID()
  const touched_at = at.toISOString()
  if (written) {
    await tx.updateTable('refunds').set({ state: refund.status, touched_at }).where('id', '=', id).execute()
  } else {
    const made = { id, payment_id: payment.id, amount_cents: refund.amount, state: refund.status }
    const origin = { reason: 'refunded at the card provider', restock: false, provider_refund_id: refund.id }
    await tx
      .insertInto('refunds')
      .values({ ...made, ...origin, error_message: null, created_at: touched_at, touched_at })
      .execute()
  }
  // One refund is one mail, however often it is looked at: the outbox says so.
  if (refund.status === 'succeeded' && payment.order_id)
    await queueMail(tx, { kind: 'refunded', orderId: payment.order_id, refundId: id }, at)
}
