import type { Selectable, Updateable } from 'kysely'
import type { Subscriber } from '#contract/mail/newsletter.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type SubscriberRow = Selectable<Tables['subscribers']>

export async function listSubscribers(db: Db): Promise<Subscriber[]> {
  return db
    .selectFrom('subscribers')
    .select(['email', 'state', 'consent'])
    .select(['asked_at as askedAt', 'confirmed_at as confirmedAt', 'left_at as leftAt'])
    .orderBy('asked_at', 'desc')
    .orderBy('email_key')
    .execute()
}

export async function countSubscribed(db: Db): Promise<number> {
  const counted = db.selectFrom('subscribers').select((row) => row.fn.countAll<number>().as('n'))
  return (await counted.where('state', '=', 'subscribed').executeTakeFirstOrThrow()).n
}

export function findSubscriber(db: Db, id: number): Promise<SubscriberRow | undefined> {
  return db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function updateSubscriber(
  tx: Db,
  id: number,
  change: Updateable<Tables['subscribers']>,
): Promise<void> {
  await tx.updateTable('subscribers').set(change).where('id', '=', id).execute()
}
