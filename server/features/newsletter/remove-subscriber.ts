import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { deleteSubscriber } from './subscriber-queries.ts'

/** Forgets an address; the history keeps that one was removed, and not which. */
export async function removeSubscriber(db: Db, email: string, now: Date): Promise<void> {
  await write(db, async (tx) => {
    const removed = await deleteSubscriber(tx, email)
    if (!removed) return
    const before = { state: removed.state, askedAt: removed.asked_at, confirmedAt: removed.confirmed_at }
    await recordChange(tx, { action: 'removed', subject: 'subscriber', before, after: null }, now)
  })
}
