import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** Subscriptions that are confirmed by mail and can be left, letters to all who subscribed, and the mails of both. */
export async function addLetters(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [...subscribers(id), ...letters(id)]) await sql.raw(statement).execute(tx)
  await moveSubscribers(tx)
  await sql.raw(`drop table subscribers_before`).execute(tx)
}

/** Mails speak of a subscriber by a number, never by the address, so the table gets another key; SQLite can change none in place. */
const subscribers = (id: string) => [
  `alter table subscribers rename to subscribers_before`,
  `create table subscribers (
    id ${id},
    email_key text not null unique,
    email text not null,
    state text not null check (state in ('pending', 'subscribed', 'left')),
    consent text not null,
    asked_at text not null,
    confirmed_at text,
    left_at text,
    leave_secret text not null unique,
    check (state <> 'left' or left_at is not null)
  )`,
  `create index subscribers_by_state on subscribers (state, id)`,
]

const letters = (id: string) => [
  `create table letters (
    id ${id},
    letter_key text not null unique,
    subject text not null,
    body text not null,
    begun_at text not null,
    recipients integer not null check (recipients > 0),
    last_queued integer not null default 0,
    queued_at text,
    done_at text,
    sent integer not null default 0,
    failed integer not null default 0,
    skipped integer not null default 0
  )`,
  `create table newsletter_mails (
    id ${id},
    uuid text not null unique,
    kind text not null check (kind in ('confirm', 'letter')),
    subscriber_id integer references subscribers (id) on delete set null,
    letter_id integer references letters (id),
    secret text,
    secret_hash text unique,
    created_at text not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check ((kind = 'letter') = (letter_id is not null)),
    check ((kind = 'confirm') = (secret_hash is not null))
  )`,
  `create unique index one_letter_each on newsletter_mails (letter_id, subscriber_id)`,
  `create index newsletter_mails_of_subscriber on newsletter_mails (subscriber_id, created_at)`,
  `create index newsletter_mails_due on newsletter_mails (kind, due_at) where sent_at is null and given_up_at is null`,
]

type OldSubscriber = { email_key: string; email: string; consent: string; subscribed_at: string }

/** Who subscribed before stays subscribed; nobody confirmed by mail then. */
async function moveSubscribers(tx: Kysely<never>): Promise<void> {
  const { rows } = await sql<OldSubscriber>`select * from subscribers_before order by subscribed_at, email_key`.execute(
    tx,
  )
  for (const { email_key, email, consent, subscribed_at } of rows) {
    await sql`insert into subscribers (email_key, email, state, consent, asked_at, leave_secret)
      values (${email_key}, ${email}, 'subscribed', ${consent}, ${subscribed_at}, ${randomBytes(32).toString('base64url')})`.execute(
      tx,
    )
  }
}
