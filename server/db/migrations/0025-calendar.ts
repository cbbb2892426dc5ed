import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** Places, the rules that make market days, closures, and the market days that orders are for; the outbox learns their mails. */
export async function addCalendar(tx: Kysely<never>, { engine, id, json }: ColumnWords): Promise<void> {
  for (const statement of [...calendar(id, json), ...ORDERS, ...outbox(id)]) await sql.raw(statement).execute(tx)
  await seed(tx)
  // PostgreSQL alone counts apart from the rows, and the mails that follow get new numbers.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('outbox', 'id'), max(id)) from outbox having max(id) > 0`.execute(tx)
}

const calendar = (id: string, json: string) => [
  `create table places (
    id ${id},
    key text not null unique check (key <> ''),
    kind text not null check (kind in ('pickup', 'delivery')),
    name text not null check (name <> ''),
    address text not null default '',
    map_url text,
    note text not null default '',
    zips ${json},
    days_ahead integer not null default 1 check (days_ahead between 1 and 30),
    position integer not null,
    retired_at text,
    check (kind = 'delivery' or zips is null)
  )`,
  `create table day_rules (
    id ${id},
    place_id integer not null references places (id),
    weekday integer not null check (weekday between 1 and 7),
    every_weeks integer not null check (every_weeks in (1, 2)),
    first_day text not null,
    last_day text,
    season_from text,
    season_until text,
    opens text not null,
    closes text not null,
    order_days integer not null check (order_days between 0 and 14),
    order_time text not null,
    capacity integer check (capacity > 0),
    check (opens < closes),
    check (last_day is null or first_day <= last_day),
    check ((season_from is null) = (season_until is null))
  )`,
  `create index day_rules_of_place on day_rules (place_id)`,
  `create table closures (
    id ${id},
    place_id integer references places (id),
    from_day text not null,
    until_day text,
    resumes_at text,
    message text not null default '',
    created_at text not null,
    check (until_day is null or resumes_at is null),
    check (until_day is null or from_day <= until_day)
  )`,
  `create table market_days (
    id ${id},
    place_id integer not null references places (id),
    day text not null,
    opens text not null,
    closes text not null,
    opens_at text not null,
    closes_at text not null,
    order_until text not null,
    capacity integer check (capacity > 0),
    taken integer not null default 0 check (taken >= 0),
    state text not null default 'open' check (state in ('open', 'closed')),
    message text not null default '',
    rule_id integer references day_rules (id) on delete set null,
    by_hand boolean not null,
    unique (place_id, day),
    check (capacity is null or taken <= capacity),
    check (opens_at < closes_at),
    check (order_until <= closes_at)
  )`,
  `create table harvest_prints (
    market_day_id integer primary key references market_days (id) on delete cascade,
    needs ${json} not null,
    printed_at text not null
  )`,
  `create index market_days_by_day on market_days (day)`,
  `create index market_days_open on market_days (order_until) where state = 'open'`,
]

/** Each is added in place: a full shop is not written anew. */
const ORDERS = [
  `alter table orders add column market_day_id integer references market_days (id)`,
  `alter table orders add column order_until text`,
  `alter table orders add column cancel_until text`,
  `alter table orders add column revision integer not null default 0`,
  `alter table orders add column boxes integer not null default 1 check (boxes between 1 and 99)`,
  `alter table orders add column packed_at text`,
  `alter table orders add column processed_by_packing boolean not null default false`,
  `alter table orders add column collected_at text`,
  `alter table orders add column pickup_name text`,
  `alter table orders add column is_gift boolean not null default false`,
  `alter table orders add column farm_note text`,
  `alter table orders add column settled_at text`,
  `create index orders_of_market_day on orders (market_day_id, id) where market_day_id is not null`,
]

/** SQLite can widen no check in place. */
const outbox = (id: string) => [
  ...['outbox_due', 'outbox_newest', 'outbox_of_recipient', 'outbox_of_subscriber', 'outbox_given_up'].map(dropIndex),
  ...['outbox_about', 'one_mail_of_a_kind', 'one_letter_each', 'one_reply_each'].map(dropIndex),
  `alter table outbox rename to outbox_before`,
  `create table outbox (
    id ${id},
    uuid text not null unique,
    queue text not null default 'orders'
      check (queue in ('orders', 'replies', 'confirmations', 'letters', 'days')),
    kind text not null check (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept',
      'reply', 'confirm', 'letter', 'moved', 'day_message', 'reminder', 'ready', 'day_list')),
    order_id integer references orders (id),
    refund_id text references refunds (id),
    about text not null default '',
    question_id integer references questions (id) on delete cascade,
    subscriber_id integer references subscribers (id) on delete set null,
    letter_id integer references letters (id),
    market_day_id integer references market_days (id),
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
    check ((queue = 'orders') = (kind in ('order_confirmed', 'order_failed', 'refunded', 'not_kept'))),
    check (queue <> 'orders' or (kind = 'not_kept') = (order_id is null)),
    check (queue in ('orders', 'days') or order_id is null),
    check ((kind = 'refunded') = (refund_id is not null)),
    check ((kind in ('not_kept', 'moved', 'day_message')) = (about <> '')),
    check ((queue = 'replies') = (kind = 'reply') and (kind = 'reply') = (question_id is not null)),
    check ((queue = 'letters') = (kind = 'letter') and (kind = 'letter') = (letter_id is not null)),
    check ((queue = 'confirmations') = (kind = 'confirm') and (kind = 'confirm') = (secret_hash is not null)),
    check ((queue = 'days') = (kind in ('moved', 'day_message', 'reminder', 'ready', 'day_list'))),
    check ((queue = 'days') = (market_day_id is not null)),
    check (queue <> 'days' or (kind = 'day_list') = (order_id is null))
  )`,
  `insert into outbox (${COLUMNS}) select ${COLUMNS} from outbox_before order by id`,
  `drop table outbox_before`,
  `create unique index one_mail_of_a_kind on outbox (kind, coalesce(order_id, 0), coalesce(refund_id, ''), about)
    where queue = 'orders'`,
  `create unique index one_mail_of_a_day on outbox (kind, market_day_id, coalesce(order_id, 0), about)
    where queue = 'days'`,
  `create unique index one_letter_each on outbox (letter_id, subscriber_id) where letter_id is not null`,
  `create unique index one_reply_each on outbox (question_id) where question_id is not null`,
  `create index outbox_due on outbox (queue, due_at) where sent_at is null and given_up_at is null`,
  `create index outbox_newest on outbox (queue, id)`,
  `create index outbox_of_recipient on outbox (lower(recipient), sent_at)`,
  `create index outbox_of_subscriber on outbox (subscriber_id, created_at) where subscriber_id is not null`,
  `create index outbox_given_up on outbox (queue, given_up_at) where given_up_at is not null`,
  `create index outbox_about on outbox (about) where about <> ''`,
]

const dropIndex = (name: string) => `drop index ${name}`

const COLUMNS = `id, uuid, queue, kind, order_id, refund_id, about, question_id, subscriber_id, letter_id, secret, secret_hash,
  recipient, created_at, due_at, attempts, sent_at, given_up_at, last_error`

/** The shop as it was: two places on Saturdays, orders until the Friday before is over, delivery everywhere without a day. */
async function seed(tx: Kysely<never>): Promise<void> {
  await sql`insert into places (key, kind, name, address, position) values
    ('farmers_market', 'pickup', 'Farmers market', '', 1),
    ('farm_store', 'pickup', 'Farm store', coalesce((select value from settings where key = 'business_address'), ''), 2),
    ('delivery', 'delivery', 'Delivery', '', 3)`.execute(tx)
  for (const [key, opens, closes] of [
    ['farmers_market', '09:00', '12:00'],
    ['farm_store', '14:00', '17:00'],
  ])
    await sql`insert into day_rules (place_id, weekday, every_weeks, first_day, opens, closes, order_days, order_time)
      select id, 6, 1, '2020-01-04', ${opens}, ${closes}, 0, '00:00' from places where key = ${key}`.execute(tx)
}
