import type { LinkedSubscription } from '#contract/newsletter.ts'
import type { Db } from '#server/db/tables.ts'
import { findSubscriberBy } from './confirm-subscription.ts'
import { findLeaving } from './leave-newsletter.ts'

/** What the link of a confirmation leads to; null when it is not good (any more). Never the address: links are forwarded. */
export async function showConfirmation(db: Db, secret: string, now: Date): Promise<LinkedSubscription> {
  const found = await findSubscriberBy(db, secret, now)
  return found && { state: found.state }
}

export async function showSubscription(db: Db, secret: string): Promise<LinkedSubscription> {
  const found = await findLeaving(db, secret)
  return found && { state: found.state }
}
