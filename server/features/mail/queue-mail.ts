import { randomUUID } from 'node:crypto'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db, OrderMailKind, OutboxTable } from '#server/db/tables.ts'

/**
 * Puts a mail to an order's customer into the outbox, in the transaction of what it tells of; at most one of a kind per
 * order, and one per refund. `sendMails` sends it after the commit.
 */
export async function queueMail(
  tx: Db,
  mail: { kind: OrderMailKind; orderId: number; refundId?: string },
  at: Date,
): Promise<void> {
  const { kind, orderId, refundId = null } = mail
  await queue(tx, { kind, order_id: orderId, refund_id: refundId, recipient: recipientOf(orderId) }, at)
}

/** Puts a mail about a payment that became no order into the outbox; at most one per payment. */
export async function queueNotKept(tx: Db, mail: { paymentId: string; recipient: string }, at: Date): Promise<void> {
  const { paymentId, recipient } = mail
  await queue(tx, { kind: 'not_kept', order_id: null, refund_id: null, about: paymentId, recipient }, at)
}

type Queued = Pick<Insertable<OutboxTable>, 'kind' | 'order_id' | 'refund_id' | 'about'> & {
  recipient: string | RawBuilder<string>
}

async function queue(tx: Db, mail: Queued, at: Date): Promise<void> {
  const instant = at.toISOString()
  const waiting = { created_at: instant, due_at: instant, sent_at: null, given_up_at: null, last_error: null }
  await tx
    .insertInto('outbox')
    .values({ uuid: randomUUID(), ...mail, ...waiting })
    .onConflict((exists) => exists.doNothing())
    .execute()
}

function recipientOf(orderId: number) {
  return sql<string>`(select customer_email from orders where id = ${orderId})`
}
