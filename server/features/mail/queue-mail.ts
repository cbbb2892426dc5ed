import type { Db, OutboxTable } from '#server/db/tables.ts'

/** Puts a mail into the outbox, in the transaction of what it tells of; at most one of a kind per order. */
export async function queueMail(
  tx: Db,
  mail: { kind: OutboxTable['kind']; orderId: number; recipient: string },
  at: Date,
): Promise<void> {
  await tx
    .insertInto('outbox')
    .values({
      kind: mail.kind,
      order_id: mail.orderId,
      recipient: mail.recipient,
      payload: '{}',
      due_at: at.toISOString(),
      attempts: 0,
      sent_at: null,
    })
    .onConflict((exists) => exists.columns(['kind', 'order_id']).doNothing())
    .execute()
}
