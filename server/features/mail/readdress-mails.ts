import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { reopenMail } from './mail-queries.ts'

/**
 * Sends an order's mails to another address from now on: what waits goes there, and what confirms
 * the order goes out once more.
 */
export async function readdressMails(
  tx: Db,
  { orderId, recipient }: { orderId: number; recipient: string },
  at: Date,
): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ recipient })
    .where('order_id', '=', orderId)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .execute()
  const confirmation = await tx
    .updateTable('outbox')
    .set({ recipient })
    .where('queue', '=', 'orders')
    .where('kind', '=', 'order_confirmed')
    // As the index has it.
    .where(sql`coalesce(order_id, 0)`, '=', orderId)
    .returningAll()
    .executeTakeFirst()
  if (confirmation) await reopenMail(tx, confirmation, { uuid: randomUUID(), at })
}
