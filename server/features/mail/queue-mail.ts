import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
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
  const instant = at.toISOString()
  const row = {
    uuid: randomUUID(),
    kind: mail.kind,
    order_id: mail.orderId,
    refund_id: mail.refundId ?? null,
    recipient: recipientOf(mail.orderId),
    created_at: instant,
    due_at: instant,
    sent_at: null,
    given_up_at: null,
    last_error: null,
  }
  await tx
    .insertInto('outbox')
    .values(row)
    .onConflict((exists) => exists.doNothing())
    .execute()
}

function recipientOf(orderId: number) {
  return sql<string>`(select customer_email from orders where id = ${orderId})`
}
