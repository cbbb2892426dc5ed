import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'
import { reopenMail } from './mail-queries.ts'

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
    // Spelled like the index, so that it is used.
    .where(sql`coalesce(order_id, 0)`, '=', orderId)
    .returningAll()
    .executeTakeFirst()
  if (confirmation) await reopenMail(tx, confirmation, { uuid: randomUUID(), at })
}
