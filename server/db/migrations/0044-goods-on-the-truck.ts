import { type Kysely, sql } from 'kysely'

/**
 * What rides to a market and comes home again, what was sold there beyond the books, and which
 * count of the cash box a payment came after. A movement of the truck is kept as `market` with its
 * way beside it: SQLite can widen no check in place, and no shop's movements are written anew for it.
 */
export async function addGoodsOnTheTruck(tx: Kysely<never>): Promise<void> {
  for (const statement of [...FACTS, ...LEVELS, ...MOVEMENTS, ...CASH]) await sql.raw(statement).execute(tx)
}

const FACTS = [
  `create table stall_written_off (
    market_day_id integer not null references market_days (id),
    phone_id text not null references stall_phones (id),
    at text not null,
    primary key (market_day_id, phone_id)
  )`,
  `create table stall_goods (
    command_id text not null,
    product_id integer not null references products (id),
    market_day_id integer not null references market_days (id),
    loaded integer not null,
    back integer not null,
    waste integer not null,
    primary key (command_id, product_id)
  )`,
  `create index stall_goods_of_day on stall_goods (market_day_id, product_id)`,
]

const LEVELS = [
  `create table stall_loads (
    market_day_id integer not null references market_days (id),
    product_id integer not null references products (id),
    wish integer not null default 0 check (wish >= 0),
    loaded integer not null default 0 check (loaded >= 0 and loaded <= wish),
    sold integer not null default 0 check (sold >= 0),
    from_stock integer not null default 0 check (from_stock >= 0),
    back integer not null default 0 check (back >= 0),
    waste integer not null default 0 check (waste >= 0),
    wasted integer not null default 0 check (wasted >= 0 and wasted <= waste),
    settled_at text,
    primary key (market_day_id, product_id),
    check (from_stock = 0 or from_stock <= sold - loaded)
  )`,
  `create index stall_loads_of_product on stall_loads (product_id)`,
  `create table stock_debts (
    product_id integer not null references products (id),
    market_day_id integer not null references market_days (id),
    units integer not null check (units >= 0),
    others integer not null check (others >= 0),
    primary key (product_id, market_day_id),
    check (units > 0 or others > 0)
  )`,
]

const MOVEMENTS = [
  `alter table stock_movements add column market_day_id integer references market_days (id)`,
  `alter table stock_movements add column truck text check (truck in ('on', 'off'))`,
  `create index stock_movements_of_day on stock_movements (market_day_id, product_id)
    where market_day_id is not null`,
]

/** Of what was written before, the time alone says it. */
const CASH = ['tenders', 'cash_moves'].map(
  (table) => `alter table ${table} add column after_count integer check (after_count >= 0)`,
)
