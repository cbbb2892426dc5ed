import type { Db } from '#server/db/tables.ts'
import type { SubscriberRow } from './subscriber-queries.ts'

/** Whether a subscriber was sent a confirmation, or is about to be, since an instant. */
export async function wasMailedSince(db: Db, subscriberId: number, since: Date): Promise<boolean> {
  const mails = db.selectFrom('outbox').select('id').where('subscriber_id', '=', subscriberId)
  const recent = mails.where('kind', '=', 'confirm').where('created_at', '>', since.toISOString())
  return (await recent.where('given_up_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** The subscriber whom a confirmation made after an instant asked, by what the shop keeps of its link. */
export async function findSubscriber(db: Db, secretHash: string, since: Date): Promise<SubscriberRow | null> {
  const pending = db
    .selectFrom('outbox as mail')
    .innerJoin('subscribers', 'subscribers.id', 'mail.subscriber_id')
    .selectAll('subscribers')
    .where('mail.secret_hash', '=', secretHash)
    .where('mail.created_at', '>', since.toISOString())
  return (await pending.executeTakeFirst()) ?? null
}

export async function deleteConfirmations(tx: Db, subscriberId: number): Promise<void> {
  const mails = tx.deleteFrom('outbox').where('subscriber_id', '=', subscriberId)
  await mails.where('kind', '=', 'confirm').execute()
}
