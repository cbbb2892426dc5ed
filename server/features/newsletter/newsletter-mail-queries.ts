import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Db, NewsletterMailsTable } from '#server/db/tables.ts'
import type { MailChange } from '#server/features/mail/send-due.ts'
import type { SubscriberRow } from './subscriber-queries.ts'

export type NewsletterMail = Selectable<NewsletterMailsTable>

export async function findDueNewsletterMail(
  db: Db,
  kind: NewsletterMail['kind'],
  at: Date,
): Promise<NewsletterMail | null> {
  const due = db.selectFrom('newsletter_mails').selectAll().where('kind', '=', kind).where('sent_at', 'is', null)
  const row = due.where('given_up_at', 'is', null).where('due_at', '<=', at.toISOString())
  return (await row.orderBy('due_at').orderBy('id').limit(1).executeTakeFirst()) ?? null
}

/** Changes a mail that is still as it was seen; one that needs no further try forgets its secret. False when someone else has it. */
export async function updateNewsletterMail(tx: Db, mail: NewsletterMail, change: MailChange): Promise<boolean> {
  const changed = await tx
    .updateTable('newsletter_mails')
    .set({ ...change, ...(change.sent_at || change.given_up_at ? { secret: null } : {}) })
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

type NewMail = Pick<NewsletterMail, 'kind' | 'subscriber_id' | 'letter_id' | 'secret' | 'secret_hash'>

/** Mails that are due at once; who has a letter's mail gets no second one. */
export async function insertNewsletterMails(tx: Db, mails: readonly NewMail[], at: Date): Promise<void> {
  if (mails.length === 0) return
  const [created_at, due_at] = [at.toISOString(), at.toISOString()]
  const empty = { sent_at: null, given_up_at: null, last_error: null }
  const rows = mails.map((mail) => ({ ...mail, uuid: randomUUID(), created_at, due_at, ...empty }))
  await tx
    .insertInto('newsletter_mails')
    .values(rows)
    .onConflict((known) => known.columns(['letter_id', 'subscriber_id']).doNothing())
    .execute()
}

export async function wasAskedSince(db: Db, subscriberId: number, since: Date): Promise<boolean> {
  const mails = db.selectFrom('newsletter_mails').select('id').where('subscriber_id', '=', subscriberId)
  const recent = mails.where('kind', '=', 'confirm').where('created_at', '>', since.toISOString())
  return (await recent.where('given_up_at', 'is', null).limit(1).executeTakeFirst()) !== undefined
}

/** The subscriber whom a confirmation made after an instant asked, by what the shop keeps of its link. */
export async function findAsked(db: Db, secretHash: string, since: Date): Promise<SubscriberRow | null> {
  const asked = db
    .selectFrom('newsletter_mails as mail')
    .innerJoin('subscribers', 'subscribers.id', 'mail.subscriber_id')
    .selectAll('subscribers')
    .where('mail.secret_hash', '=', secretHash)
    .where('mail.created_at', '>', since.toISOString())
  return (await asked.executeTakeFirst()) ?? null
}

export async function deleteConfirmations(tx: Db, subscriberId: number): Promise<void> {
  const mails = tx.deleteFrom('newsletter_mails').where('subscriber_id', '=', subscriberId)
  await mails.where('kind', '=', 'confirm').execute()
}
