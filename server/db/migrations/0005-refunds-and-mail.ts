import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** Goods that come back with a part of the money, mails that are tried until they arrive, and who does the minute's work. */
export async function refundsAndMail(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [...refunds, ...outbox(id), ...jobs]) await sql.raw(statement).execute(tx)
  await moveMails(tx)
  for (const statement of afterMoving) await sql.raw(statement).execute(tx)
}

const refunds = [
  `alter table order_items add column returned integer not null default 0 check (returned >= 0 and returned <= quantity)`,
  `alter table refunds add column retries integer not null default 0`,
  `alter table refunds add column touched_at text not null default ''`,
  `update refunds set touched_at = created_at`,
  `create index refunds_unsettled on refunds (touched_at) where state in ('requested', 'pending')`,
  `alter table payments add column alerted_at text`,
]

/** Several refunds of one order each have their mail, so the table gets another key; SQLite can change none in place. */
const outbox = (id: string) => [
  `drop index outbox_due`,
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    kind text not null check (kind in ('order_confirmed', 'order_failed', 'refunded')),
    order_id integer not null references orders (id),
    refund_id text references refunds (id),
    recipient text not null,
    created_at text not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check ((kind = 'refunded') = (refund_id is not null))
  )`,
  `create unique index one_mail_of_a_kind on outbox (kind, order_id, coalesce(refund_id, ''))`,
  `create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
]

const jobs = [`create table job_claims (name text primary key, holder text not null, until text not null)`]

type OldMail = { kind: string; order_id: number; recipient: string; due_at: string }

async function moveMails(tx: Kysely<never>): Promise<void> {
  const { rows } = await sql<OldMail>`select kind, order_id, recipient, due_at from outbox_before order by id`.execute(
    tx,
  )
  for (const { kind, order_id, recipient, due_at } of rows) {
    await sql`insert into outbox (uuid, kind, order_id, recipient, created_at, due_at)
      values (${randomUUID()}, ${kind}, ${order_id}, ${recipient}, ${due_at}, ${due_at})`.execute(tx)
  }
}

const afterMoving = [`drop table outbox_before`]
