import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * What the farmer is told of by mail, collected until it is told; the outbox learns that mail, and
 * the one that tells a buyer of a cancelled order.
 */
export async function addFarmNews(tx: Kysely<never>, { engine, id }: ColumnWords): Promise<void> {
  for (const statement of [...outbox(id), ...news(id)]) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows, and the mails that follow get new numbers.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox
      having max(id) > 0`.execute(tx)
}

/** `mail_id` refers to no table, so that the outbox can be made anew. */
const news = (id: string) => [
  `create table farm_news (
    id ${id},
    kind text not null check (kind in ('order', 'cancelled', 'disputed', 'question')),
    order_id integer references orders (id),
    question_id integer references questions (id) on delete cascade,
    at text not null,
    mail_id integer,
    check ((kind = 'question') = (question_id is not null)),
    check ((kind = 'question') = (order_id is null))
  )`,
  `create index farm_news_untold on farm_news (at) where mail_id is null`,
  `create index farm_news_of_mail on farm_news (mail_id) where mail_id is not null`,
  `create index farm_news_by_age on farm_news (at)`,
]

const INDEXES = [
  ...['outbox_due', 'outbox_newest', 'outbox_of_recipient', 'outbox_of_subscriber'],
  ...['outbox_given_up', 'outbox_about', 'one_mail_of_a_kind', 'one_mail_of_a_day'],
  ...['one_letter_each', 'one_reply_each', 'one_mail_of_a_waiter'],
]

/** SQLite can widen no check in place. */
const outbox = (id: string) => [
  ...INDEXES.map((name) => `drop index ${name}`),
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    queue text not null default 'orders'
      check (queue in ('orders', 'replies', 'confirmations', 'letters', 'days', 'waiting', 'farm')),
    kind text not null check (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept',
      'reply', 'confirm', 'letter', 'moved', 'day_message', 'reminder', 'ready', 'day_list',
      'wait_asked', 'back_in_stock', 'changed', 'cancelled', 'farm_news')),
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
    check ((queue = 'orders') = (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept', 'changed', 'cancelled'))),
    check (queue <> 'orders' or (kind = 'not_kept') = (order_id is null)),
    check (queue in ('orders', 'days') or order_id is null),
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind in ('not_kept', 'moved', 'day_message', 'changed', 'cancelled')) = (about <> '')),
    check ((queue = 'replies') = (kind = 'reply') and (kind = 'reply') = (question_id is not null)),
    check ((queue = 'letters') = (kind = 'letter') and (kind = 'letter') = (letter_id is not null)),
    check ((queue = 'confirmations') = (kind = 'confirm') and (kind = 'confirm') = (secret_hash is not null)),
    check ((queue = 'days') = (kind in ('moved', 'day_message', 'reminder', 'ready', 'day_list'))),
    check ((queue = 'days') = (market_day_id is not null)),
    check (queue <> 'days' or (kind = 'day_list') = (order_id is null)),
    check ((queue = 'waiting') = (kind in ('wait_asked', 'back_in_stock'))),
    check ((queue = 'waiting') = (waiter_id is not null)),
    check ((queue = 'farm') = (kind = 'farm_news'))
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
  market_day_id, waiter_id, message, not_after, secret, secret_hash, recipient, created_at, due_at, attempts, sent_at,
  given_up_at, last_error`
