import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** One outbox for all mail: the newsletter's and the replies' move in with the orders', each in a queue of its own. */
export async function addOneOutbox(tx: Kysely<never>, { engine, id }: ColumnWords): Promise<void> {
  for (const statement of [...outbox(id), ...OF_ORDERS_MOVED]) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows, and the mails that follow get new numbers.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox having max(id) > 0`.execute(tx)
  for (const statement of [...OTHERS_MOVED, ...INDEXES]) await sql.raw(statement).execute(tx)
}

/** SQLite can loosen no column in place. */
const outbox = (id: string) => [
  `drop index outbox_due`,
  `drop index outbox_of_recipient`,
  `drop index outbox_given_up`,
  `drop index outbox_about`,
  `drop index one_mail_of_a_kind`,
  `drop index one_letter_each`,
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    queue text not null default 'orders' check (queue in ('orders', 'replies', 'confirmations', 'letters')),
    kind text not null
      check (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept', 'reply', 'confirm', 'letter')),
    order_id integer references orders (id),
    refund_id text references refunds (id),
    about text not null default '',
    question_id integer references questions (id) on delete cascade,
    subscriber_id integer references subscribers (id) on delete set null,
    letter_id integer references letters (id),
    secret text,
    secret_hash text unique,
    recipient text not null default '',
    created_at text not null,
    due_at text not null,
    attempts integer not null default 0,
    sent_at text,
    given_up_at text,
    last_error text,
    check ((queue = 'orders') = (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept'))),
    check (queue <> 'orders' or (kind = 'not_kept') = (order_id is null)),
    check (queue = 'orders' or order_id is null),
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind = 'not_kept') = (about <> '')),
    check ((queue = 'replies') = (kind = 'reply') and (kind = 'reply') = (question_id is not null)),
    check ((queue = 'letters') = (kind = 'letter') and (kind = 'letter') = (letter_id is not null)),
    check ((queue = 'confirmations') = (kind = 'confirm') and (kind = 'confirm') = (secret_hash is not null))
  )`,
]

const STATE = 'created_at, due_at, attempts, sent_at, given_up_at, last_error'
const OF_ORDERS = `id, uuid, kind, order_id, refund_id, about, recipient, ${STATE}`
const OF_LETTERS = `uuid, kind, subscriber_id, letter_id, secret, secret_hash, ${STATE}`

const OF_ORDERS_MOVED = [
  `insert into outbox (${OF_ORDERS}) select ${OF_ORDERS} from outbox_before order by id`,
  `drop table outbox_before`,
]

const OTHERS_MOVED = [
  `insert into outbox (queue, ${OF_LETTERS})
    select case kind when 'letter' then 'letters' else 'confirmations' end, ${OF_LETTERS} from newsletter_mails order by id`,
  `drop table newsletter_mails`,
  `insert into outbox (queue, kind, uuid, question_id, recipient, ${STATE})
    select 'replies', 'reply', uuid, question_id, recipient, ${STATE} from question_mails order by id`,
  `drop table question_mails`,
]

const INDEXES = [
  `create unique index one_mail_of_a_kind on outbox (kind, coalesce(order_id, 0), coalesce(refund_id, ''), about)
    where queue = 'orders'`,
  `create unique index one_letter_each on outbox (letter_id, subscriber_id) where letter_id is not null`,
  `create unique index one_reply_each on outbox (question_id) where question_id is not null`,
  `create index outbox_due on outbox (queue, due_at) where sent_at is null and given_up_at is null`,
  `create index outbox_newest on outbox (queue, id)`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
  `create index outbox_of_subscriber on outbox (subscriber_id, created_at) where subscriber_id is not null`,
  `create index outbox_given_up on outbox (queue, given_up_at) where given_up_at is not null`,
  `create index outbox_about on outbox (about) where about <> ''`,
]
