import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * The stall at the market: phones that may hand over and sell, what they sent, and what of it was
 * undone by what named it.
 */
export async function addStall(tx: Kysely<never>, { json }: ColumnWords): Promise<void> {
  for (const statement of [...PHONES, ...commands(json), ...ORDERS]) await sql.raw(statement).execute(tx)
}

const PHONES = [
  `create table stall_phones (
    id text primary key,
    label text not null,
    heard_at text,
    waiting integer not null default 0 check (waiting >= 0),
    lost_at text,
    emptied_at text
  )`,
  `create table stall_gone (
    phone_id text not null references stall_phones (id),
    seq integer not null check (seq > 0),
    at text not null,
    settled_at text,
    primary key (phone_id, seq)
  )`,
  `create table stall_grants (
    id_hash text primary key,
    phone_id text not null references stall_phones (id),
    person_id integer not null,
    issued_at text not null,
    ends_at text not null,
    ended_at text
  )`,
  `create index stall_grants_of_phone on stall_grants (phone_id)`,
  `create table stall_readings (
    phone_id text not null references stall_phones (id),
    market_day_id integer not null references market_days (id),
    at text not null,
    primary key (phone_id, market_day_id)
  )`,
  `create table stall_days (market_day_id integer primary key references market_days (id))`,
]

/** A command names the day and the order it is of as its phone did, so that neither is asked for. */
const commands = (json: string) => [
  `create table stall_commands (
    id text primary key,
    phone_id text not null references stall_phones (id),
    seq integer check (seq > 0),
    person_id integer not null,
    market_day_id integer,
    order_id integer,
    kind text not null,
    body ${json} not null,
    body_hash text not null,
    made_at text not null,
    received_at text not null,
    outcome text not null
      check (outcome in ('applied', 'set-aside', 'unreadable', 'quarantined')),
    counts boolean not null,
    words text,
    settled_at text,
    settled_how text,
    settled_words text,
    check (not counts or outcome in ('applied', 'set-aside')),
    check ((settled_at is null) = (settled_how is null))
  )`,
  `create unique index stall_commands_of_phone on stall_commands (phone_id, seq)
    where seq is not null`,
  `create index stall_commands_of_order on stall_commands (order_id) where order_id is not null`,
  `create index stall_commands_of_day on stall_commands (market_day_id)
    where market_day_id is not null`,
  `create index stall_commands_to_settle on stall_commands (received_at)
    where settled_at is null and outcome <> 'applied'`,
  `create table voids (
    target_id text primary key,
    command_id text references stall_commands (id),
    at text not null
  )`,
]

const ORDERS = [
  `alter table orders add column given_at_stall boolean not null default false`,
  `alter table orders add column goods_missing boolean not null default false`,
]
