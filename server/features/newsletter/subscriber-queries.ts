import type { Subscriber } from '#contract/newsletter.ts'
import type { Db } from '#server/db/tables.ts'

/** The newest first. */
export async function listSubscribers(db: Db): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email', 'consent', 'subscribed_at as subscribedAt'])
    .orderBy('subscribed_at', 'desc')
    .orderBy('email_key')
    .execute()
  return rows
}
