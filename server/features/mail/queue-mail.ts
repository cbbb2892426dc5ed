import { randomUUID } from 'node:crypto'
import type { Db, MailKind } from '#server/db/tables.ts'

/**
 * Puts a mail to an order's customer into the outbox, in the transaction of what it tells of; at most one of a kind per
 * order, and one per refund. `sendMails` sends it after the commit.
 */
export async function queueMail(
  tx: Db,
  mail: { kind: MailKind; orderId: number; refundId?: string },
  at: Date,
): Promise<void> {
  const { customer_email } = await tx
    .selectFrom('orders')
    .select('customer_email')
    .where('id', '=', mail.orderId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('outbox')
    .values({
      uuid: randomUUID(),
      kind: mail.kind,
      order_id: mail.orderId,
      refund_id: mail.refundId ?? null,
      recipient: customer_email,
      created_at: at.toISOString(),
      due_at: at.toISOString(),
      sent_at: null,
      given_up_at: null,
      last_error: null,
    })
    .onConflict((exists) => exists.doNothing())
    .execute()
}
