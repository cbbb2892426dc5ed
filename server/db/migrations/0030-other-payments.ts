import { type Kysely, sql } from 'kysely'

/** Money without a card: orders that the farmer writes down, sales at the stall, and the cash box of a market day. */
export async function addOtherPayments(tx: Kysely<never>): Promise<void> {
  for (const statement of [...ORDERS, ...SALES, ...TENDERS, ...CASH_BOX, ...NO_SHOWS])
    await sql.raw(statement).execute(tx)
}

const ORDERS = [
  `alter table orders add column payment_method text not null default 'card'
    check (payment_method in ('card', 'other'))`,
  `create index orders_without_card on orders (id) where payment_method = 'other'`,
]

const SALES = [
  `create table sales (
    id text primary key,
    body_hash text not null,
    market_day_id integer references market_days (id),
    total_cents integer not null check (total_cents >= 0),
    note text,
    at text not null,
    undone_at text
  )`,
  `create index sales_of_day on sales (market_day_id) where market_day_id is not null`,
  `create index sales_by_time on sales (at)`,
  `create table sale_items (
    sale_id text not null references sales (id),
    number integer not null check (number > 0),
    product_id integer references products (id),
    name text not null,
    units integer not null check (units > 0),
    cents integer not null check (cents >= 0),
    from_stock integer not null default 0 check (from_stock >= 0 and from_stock <= units),
    primary key (sale_id, number),
    check (product_id is not null or from_stock = 0)
  )`,
  `create index sale_items_of_product on sale_items (product_id) where product_id is not null`,
  `alter table stock_movements add column sale_id text references sales (id)`,
  `create index stock_movements_of_sale on stock_movements (sale_id) where sale_id is not null`,
]

const TENDERS = [
  `create table tenders (
    id text primary key,
    order_id integer references orders (id),
    sale_id text references sales (id),
    name text not null,
    is_cash boolean not null,
    amount_cents integer not null check (amount_cents <> 0),
    note text,
    market_day_id integer references market_days (id),
    at text not null,
    check ((order_id is null) <> (sale_id is null))
  )`,
  `create index tenders_of_order on tenders (order_id) where order_id is not null`,
  `create index tenders_of_sale on tenders (sale_id) where sale_id is not null`,
  `create index tenders_of_day on tenders (market_day_id) where market_day_id is not null`,
  `create index tenders_by_time on tenders (at)`,
]

const CASH_BOX = [
  `create table cash_moves (
    id text primary key,
    market_day_id integer not null references market_days (id),
    kind text not null check (kind in ('start', 'put_in', 'paid_out')),
    amount_cents integer not null check (amount_cents <> 0),
    note text,
    at text not null,
    check (kind <> 'put_in' or amount_cents > 0),
    check (kind <> 'paid_out' or amount_cents < 0)
  )`,
  `create index cash_moves_of_day on cash_moves (market_day_id)`,
  `create table cash_counts (
    id text primary key,
    market_day_id integer not null references market_days (id),
    number integer not null check (number > 0),
    expected_cents bigint not null,
    counted_cents integer not null check (counted_cents >= 0),
    note text,
    at text not null,
    unique (market_day_id, number)
  )`,
]

const NO_SHOWS = [
  `create table no_shows (
    id text primary key,
    order_id integer not null references orders (id),
    market_day_id integer not null references market_days (id),
    decision text not null check (decision in ('keep', 'next_day', 'give_away', 'cancel')),
    keep_until text,
    to_day_id integer references market_days (id),
    message text not null default '',
    at text not null,
    check ((decision = 'keep') = (keep_until is not null)),
    check ((decision = 'next_day') = (to_day_id is not null))
  )`,
  `create index no_shows_of_order on no_shows (order_id)`,
  `create index no_shows_of_day on no_shows (market_day_id)`,
]
