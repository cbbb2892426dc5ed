import { type Kysely, sql } from 'kysely'
import type { ColumnWords, Engine } from '../column-words.ts'

/**
 * Sums of sales, by block of 1,000 order numbers and the farm's day. Triggers list a block as stale in the transaction that
 * changes what it is the sum of, whoever writes it. A migration that makes one of those tables anew must make its triggers anew.
 */
export async function addSalesSums(tx: Kysely<never>, { engine }: ColumnWords): Promise<void> {
  for (const statement of [...TABLES, ...TRIGGERS[engine]]) await sql.raw(statement).execute(tx)
  await sql.raw(`insert into stale_sales (block, transaction_id) select distinct id / 1000, 0 from orders`).execute(tx)
}

const MONEY = `money text not null check (money in ('live', 'test', 'none'))`

const TABLES = [
  `create table sales_days (
    block integer not null,
    day text not null,
    ${MONEY},
    orders integer not null,
    cents bigint not null,
    primary key (block, day, money)
  )`,
  `create index sales_days_of_day on sales_days (day)`,
  `create table sales_products (
    block integer not null,
    day text not null,
    ${MONEY},
    product_id integer not null,
    quantity bigint not null,
    cents bigint not null,
    primary key (block, day, money, product_id)
  )`,
  `create index sales_products_of_day on sales_products (day)`,
  // One row for each transaction: on PostgreSQL, writers that change the same block never wait for one another.
  `create table stale_sales (
    block integer not null,
    transaction_id bigint not null,
    primary key (block, transaction_id)
  )`,
]

/** What sums are made of: which columns, and in which order a row counts. */
const SOURCES = {
  orders: { columns: 'status, delivery_cents, created_at', order: (row: string) => `${row}.id` },
  order_items: {
    columns: 'order_id, product_id, quantity, returned, unit_cents',
    order: (row: string) => `${row}.order_id`,
  },
  payments: { columns: 'order_id, livemode, captured_cents', order: (row: string) => `${row}.order_id` },
  refunds: {
    columns: 'payment_id, amount_cents, state',
    order: (row: string) => `(select order_id from payments where id = ${row}.payment_id)`,
  },
}

function sqliteTriggers(table: keyof typeof SOURCES): string[] {
  const { columns, order } = SOURCES[table]
  const stale = (row: string) => `insert into stale_sales (block, transaction_id)
    select ${order(row)} / 1000, 0 where ${order(row)} is not null on conflict do nothing;`
  return [
    `create trigger sales_of_new_${table} after insert on ${table} begin ${stale('new')} end`,
    `create trigger sales_of_changed_${table} after update of ${columns} on ${table}
      begin ${stale('old')} ${stale('new')} end`,
    `create trigger sales_of_deleted_${table} after delete on ${table} begin ${stale('old')} end`,
  ]
}

function postgresTrigger(table: keyof typeof SOURCES): string {
  return `create trigger sales_of_${table} after insert or delete or update of ${SOURCES[table].columns} on ${table}
    for each row execute function note_stale_sales()`
}

/** Of a new row there is no old one, and of a deleted row no new one: its columns are null then. */
const POSTGRES_FUNCTION = `create function note_stale_sales() returns trigger language plpgsql as $$
  declare changed integer[];
  begin
    if tg_table_name = 'orders' then changed := array[old.id, new.id];
    elsif tg_table_name = 'refunds' then
      changed := array(select order_id from payments where id in (old.payment_id, new.payment_id));
    else changed := array[old.order_id, new.order_id];
    end if;
    insert into stale_sales (block, transaction_id)
      select id / 1000, pg_current_xact_id()::text::bigint from unnest(changed) as id where id is not null
      on conflict do nothing;
    return null;
  end $$`

const TABLES_SUMMED = Object.keys(SOURCES) as (keyof typeof SOURCES)[]
const TRIGGERS: Record<Engine, string[]> = {
  sqlite: TABLES_SUMMED.flatMap(sqliteTriggers),
  postgres: [POSTGRES_FUNCTION, ...TABLES_SUMMED.map(postgresTrigger)],
}
