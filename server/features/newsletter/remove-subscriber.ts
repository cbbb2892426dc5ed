import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'

/** Forgets an address; the history keeps that one was removed, and not which. */
export async function removeSubscriber(db: Db, email: string, now: Date): Promise<void> {
  await write(db, async (tx) => {
    const removed = await tx
      .deleteFrom('subscribers')
      .where('email_key', '=', email.toLowerCase())
      .returning('subscribed_at as subscribedAt')
      .executeTakeFirst()
    if (removed) await recordChange(tx, { action: 'removed', subject: 'subscriber', before: removed, after: null }, now)
  })
}
