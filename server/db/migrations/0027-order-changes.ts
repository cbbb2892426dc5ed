import { type Kysely, sql } from 'kysely'
import type { ColumnWords, Engine } from '../column-words.ts'

/**
 * The ledger of what is changed in an order, lines that a change brought in, and why stock moves at the farm. Orders' lines and
 * movements get other checks, which SQLite can change only in a new table; no table refers to either.
 */
export async function addOrderChanges(tx: Kysely<never>, { engine, id }: ColumnWords): Promise<void> {
  const statements = [...lines(engine), ...LEDGER, ...movements(id)]
  for (const statement of statements) await sql.raw(statement).execute(tx)
  // PostgreSQL alone counts apart from the rows, and what follows gets new numbers.
  if (engine === 'postgres')
    await sql`select setval(pg_get_serial_sequence('stock_movements', 'id'), max(id)) from stock_movements
      having max(id) > 0`.execute(tx)
}

const STANDING = `quantity - returned + changed`
const STANDING_CENTS = `quantity * unit_cents - returned_cents + changed_cents`

const lines = (engine: Engine) => [
  ...(engine === 'sqlite'
    ? ['new', 'changed', 'deleted'].map((what) => `drop trigger sales_of_${what}_order_items`)
    : []),
  `drop index order_items_of_product`,
  `alter table order_items rename to order_items_before`,
  `create table order_items (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    name text not null,
    quantity integer not null check (quantity >= 0),
    unit_cents integer not null check (unit_cents >= 0),
    returned integer not null default 0 check (returned >= 0),
    returned_cents bigint not null default 0 check (returned_cents >= 0),
    changed integer not null default 0,
    changed_cents bigint not null default 0,
    primary key (order_id, product_id),
    check (${STANDING} >= 0),
    check (${STANDING_CENTS} >= 0),
    check (${STANDING} > 0 or ${STANDING_CENTS} = 0),
    check (quantity = 0 or unit_cents > 0)
  )`,
  `insert into order_items (order_id, product_id, name, quantity, unit_cents, returned, returned_cents)
    select order_id, product_id, name, quantity, unit_cents, returned, returned * unit_cents from order_items_before`,
  `drop table order_items_before`,
  `create index order_items_of_product on order_items (product_id)`,
  ...TRIGGERS[engine],
]

const COLUMNS = `order_id, product_id, quantity, unit_cents, returned, returned_cents, changed, changed_cents`

const stale = (row: string) => `insert into stale_sales (block, transaction_id)
  select ${row}.order_id / 1000, 0 where true on conflict do nothing;`

/** As they were, for the new table and its new columns. */
const TRIGGERS: Record<Engine, string[]> = {
  sqlite: [
    `create trigger sales_of_new_order_items after insert on order_items begin ${stale('new')} end`,
    `create trigger sales_of_changed_order_items after update of ${COLUMNS} on order_items
      begin ${stale('old')} ${stale('new')} end`,
    `create trigger sales_of_deleted_order_items after delete on order_items begin ${stale('old')} end`,
  ],
  postgres: [
    `create trigger sales_of_order_items after insert or delete or update of ${COLUMNS} on order_items
      for each row execute function note_stale_sales()`,
  ],
}

const LEDGER = [
  `create table order_changes (
    id text primary key,
    order_id integer not null references orders (id),
    number integer not null check (number > 0),
    changed_by text not null check (changed_by in ('farmer', 'short', 'weighing')),
    reason text not null,
    body_hash text not null,
    delivery_cents integer not null check (delivery_cents <= 0),
    delta_cents integer not null check (delta_cents <= 0),
    refunded_cents integer not null check (refunded_cents >= 0),
    forgone_cents integer not null check (forgone_cents >= 0),
    from_day_id integer references market_days (id),
    to_day_id integer references market_days (id),
    at text not null,
    unique (order_id, number),
    check (delta_cents + refunded_cents + forgone_cents = 0)
  )`,
  `create table order_change_lines (
    change_id text not null references order_changes (id),
    product_id integer not null references products (id),
    name text not null,
    units integer not null check (units <> 0),
    cents integer not null,
    goods text check (goods in ('sellable', 'missing')),
    primary key (change_id, product_id),
    check ((units < 0) = (goods is not null)),
    check (units < 0 and cents <= 0 or units > 0 and cents >= 0)
  )`,
  `create index order_change_lines_of_product on order_change_lines (product_id)`,
]

const movements = (id: string) => [
  `drop index stock_movements_of_product`,
  `drop index stock_movements_of_order`,
  `alter table stock_movements rename to stock_movements_before`,
  `create table stock_movements (
    id ${id},
    product_id integer not null references products (id),
    delta integer not null,
    reason text not null check (reason in ('start', 'adjusted', 'sold', 'returned', 'harvest', 'waste', 'missing',
      'counted', 'gift', 'market', 'undone')),
    order_id integer references orders (id),
    note text,
    undoes_id integer unique references stock_movements (id),
    at text not null,
    check ((reason = 'undone') = (undoes_id is not null)),
    check (undoes_id < id)
  )`,
  `insert into stock_movements (id, product_id, delta, reason, order_id, at)
    select id, product_id, delta, reason, order_id, at from stock_movements_before order by id`,
  `drop table stock_movements_before`,
  `create index stock_movements_of_product on stock_movements (product_id)`,
  `create index stock_movements_of_order on stock_movements (order_id) where order_id is not null`,
]
