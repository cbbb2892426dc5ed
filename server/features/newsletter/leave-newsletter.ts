import { isLinkSecret } from '#contract/newsletter-link.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { deleteConfirmations } from './newsletter-mail-queries.ts'
import { findByLeaveSecret, type SubscriberRow, updateSubscriber } from './subscriber-queries.ts'

/** Sends the subscriber of a letter's link no letter any more, also none that waits; who left stays gone, who is not known is. */
export async function leaveNewsletter(db: Db, secret: string, now: Date): Promise<void> {
  const known = await findLeaving(db, secret)
  if (!known || known.state === 'left') return
  await write(db, async (tx) => {
    await updateSubscriber(tx, known.id, { state: 'left', left_at: now.toISOString() })
    await deleteConfirmations(tx, known.id)
  })
}

export async function findLeaving(db: Db, secret: string): Promise<SubscriberRow | null> {
  return isLinkSecret(secret) ? findByLeaveSecret(db, secret) : null
}
