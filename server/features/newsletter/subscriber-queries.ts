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

/** Locks the subscriber. A known one is written too, so both take equally long. */
export function upsertSubscriber(
  tx: Db,
  fresh: Pick<SubscriberRow, 'email' | 'consent' | 'asked_at' | 'leave_secret'>,
): Promise<SubscriberRow> {
  return tx
    .insertInto('subscribers')
    .values({
      ...fresh,
      email_key: fresh.email.toLowerCase(),
      state: 'pending',
      confirmed_at: null,
      left_at: null,
    })
    .onConflict((known) =>
      known
        .column('email_key')
        .doUpdateSet((row) => ({ email_key: row.ref('excluded.email_key') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
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

export async function deleteSubscriber(tx: Db, email: string): Promise<SubscriberRow | null> {
  const key = email.toLowerCase()
  const mails = tx.deleteFrom('outbox').where('kind', '=', 'confirm')
  await mails
    .where('subscriber_id', 'in', (row) =>
      row.selectFrom('subscribers').select('id').where('email_key', '=', key),
    )
    .execute()
  const row = await tx
    .deleteFrom('subscribers')
    .where('email_key', '=', key)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}
