import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** Who waits for which product; the outbox learns their mails. */
export async function addWaitingList(tx: Kysely<never>, { engine, id }: ColumnWords): Promise<void> {
  for (const statement of [...waiters(id), ...outbox(id)]) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows, and the mails that follow get new numbers.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox
      having max(id) > 0`.execute(tx)
}

const waiters = (id: string) => [
  `create table waiters (
    id ${id},
    product_id integer not null references products (id) on delete cascade,
    mailbox text not null,
    email text not null,
    state text not null check (state in ('asked', 'waiting')),
    asked_at text not null,
    secret_hash text not null unique,
    unique (product_id, mailbox)
  )`,
  `create index waiters_of_mailbox on waiters (mailbox)`,
  `create index waiters_by_age on waiters (state, asked_at)`,
]

const INDEXES = [
  ...['outbox_due', 'outbox_newest', 'outbox_of_recipient', 'outbox_of_subscriber'],
  ...['outbox_given_up', 'outbox_about', 'one_mail_of_a_kind', 'one_mail_of_a_day'],
  ...['one_letter_each', 'one_reply_each'],
]

/** SQLite can widen no check in place. */
const outbox = (id: string) => [
  ...INDEXES.map((name) => `drop index ${name}`),
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    queue text not null default 'orders'
      check (queue in ('orders', 'replies', 'confirmations', 'letters', 'days', 'waiting')),
    kind text not null check (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept',
      'reply', 'confirm', 'letter', 'moved', 'day_message', 'reminder', 'ready', 'day_list',
      'wait_asked', 'back_in_stock', 'changed')),
    order_id integer references orders (id),
    refund_id text references refunds (id),
    about text not null default '',
    question_id integer references questions (id) on delete cascade,
    subscriber_id integer references subscribers (id) on delete set null,
    letter_id integer references letters (id),
    market_day_id integer references market_days (id),
    waiter_id integer references waiters (id) on delete cascade,
    message text,
    not_after text,
    secret text,
    secret_hash text unique,
    recipient text not null default '',
    created_at text not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check ((queue = 'orders') = (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept', 'changed'))),
    check (queue <> 'orders' or (kind = 'not_kept') = (order_id is null)),
    check (queue in ('orders', 'days') or order_id is null),
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind in ('not_kept', 'moved', 'day_message', 'changed')) = (about <> '')),
    check ((queue = 'replies') = (kind = 'reply') and (kind = 'reply') = (question_id is not null)),
    check ((queue = 'letters') = (kind = 'letter') and (kind = 'letter') = (letter_id is not null)),
    check ((queue = 'confirmations') = (kind = 'confirm') and (kind = 'confirm') = (secret_hash is not null)),
    check ((queue = 'days') = (kind in ('moved', 'day_message', 'reminder', 'ready', 'day_list'))),
    check ((queue = 'days') = (market_day_id is not null)),
    check (queue <> 'days' or (kind = 'day_list') = (order_id is null)),
    check ((queue = 'waiting') = (kind in ('wait_asked', 'back_in_stock'))),
    check ((queue = 'waiting') = (waiter_id is not null))
  )`,
  `insert into outbox (${COLUMNS}) select ${COLUMNS} from outbox_before order by id`,
  `drop table outbox_before`,
  `create unique index one_mail_of_a_kind on outbox (kind, coalesce(order_id, 0), coalesce(refund_id, ''), about)
    where queue = 'orders'`,
  `create unique index one_mail_of_a_day on outbox (kind, market_day_id, coalesce(order_id, 0), about)
    where queue = 'days'`,
  `create unique index one_mail_of_a_waiter on outbox (waiter_id, kind) where waiter_id is not null`,
  `create unique index one_letter_each on outbox (letter_id, subscriber_id) where letter_id is not null`,
  `create unique index one_reply_each on outbox (question_id) where question_id is not null`,
  `create index outbox_due on outbox (queue, due_at) where sent_at is null and given_up_at is null`,
  `create index outbox_newest on outbox (queue, id)`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
  `create index outbox_of_subscriber on outbox (subscriber_id, created_at) where subscriber_id is not null`,
  `create index outbox_given_up on outbox (queue, given_up_at) where given_up_at is not null`,
  `create index outbox_about on outbox (about) where about <> ''`,
]

const COLUMNS = `id, uuid, queue, kind, order_id, refund_id, about, question_id, subscriber_id, letter_id,
  market_day_id, message, not_after, secret, secret_hash, recipient, created_at, due_at, attempts, sent_at,
  given_up_at, last_error`
