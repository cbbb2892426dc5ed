import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** A mail may tell of a payment that became no order; what is kept of persons has an end. */
export async function forgetPersons(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [...outbox(id), ...ends]) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows; SQLite counted while they were put in.
  if (id.includes('identity'))
    await sql`select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox having max(id) > 0`.execute(tx)
}

const MAILS = `id, uuid, kind, order_id, refund_id, recipient, created_at, due_at, attempts, sent_at, given_up_at, last_error`

/** SQLite can loosen no column in place. */
const outbox = (id: string) => [
  `drop index outbox_due`,
  `drop index outbox_of_recipient`,
  `drop index outbox_given_up`,
  `drop index one_mail_of_a_kind`,
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    kind text not null check (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept')),
    order_id integer references orders (id),
    refund_id text references refunds (id),
    about text not null default '',
    recipient text not null,
    created_at text not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind = 'not_kept') = (order_id is null)),
    check ((kind = 'not_kept') = (about <> ''))
  )`,
  `insert into outbox (${MAILS}) select ${MAILS} from outbox_before order by id`,
  `drop table outbox_before`,
  `create unique index one_mail_of_a_kind on outbox (kind, coalesce(order_id, 0), coalesce(refund_id, ''), about)`,
  `create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
  `create index outbox_given_up on outbox (given_up_at) where given_up_at is not null`,
  `create index outbox_about on outbox (about) where about <> ''`,
]

const ends = [
  `create table missed_orders (
    payment_id text primary key references payments (id),
    customer_name text not null,
    customer_phone text,
    total_cents integer not null,
    reason text not null,
    at text not null
  )`,
  `create index missed_orders_at on missed_orders (at)`,
  `create index payments_without_order on payments (touched_at) where state = 'canceled' and order_id is null`,
  `create index visitors_seen on visitors (seen_at)`,
  `alter table payments add column captured_at text`,
  `update payments set captured_at = created_at where state = 'captured'`,
  `create table erased_orders (mark text primary key, order_id integer not null, at text not null)`,
  `create index orders_with_person on orders (created_at, id) where customer_email <> ''`,
]
