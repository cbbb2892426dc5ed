import { isLinkSecret } from '#contract/newsletter-link.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { hashOf } from '#server/http/cookies.ts'
import { findSubscriber } from './newsletter-mail-queries.ts'
import { type SubscriberRow, updateSubscriber } from './subscriber-queries.ts'

/** A confirmation's link is good for so long, in milliseconds. */
export const GOOD_FOR = 7 * 24 * 60 * 60_000

/** Subscribes whom the link of a confirmation was sent to; one that is not good (any more) changes nothing, as does a second time. */
export async function confirmSubscription(db: Db, secret: string, now: Date): Promise<void> {
  if ((await findSubscriberBy(db, secret, now))?.state !== 'pending') return
  await write(db, async (tx) => {
    const subscriber = await findSubscriberBy(tx, secret, now)
    if (subscriber?.state !== 'pending') return
    const change = { state: 'subscribed' as const, confirmed_at: now.toISOString(), left_at: null }
    await updateSubscriber(tx, subscriber.id, change)
  })
}

export async function findSubscriberBy(db: Db, secret: string, now: Date): Promise<SubscriberRow | null> {
  if (!isLinkSecret(secret)) return null
  return findSubscriber(db, hashOf(secret), new Date(now.getTime() - GOOD_FOR))
}
