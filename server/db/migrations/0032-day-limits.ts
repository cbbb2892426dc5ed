import { type Kysely, sql } from 'kysely'
import type { ColumnWords, Engine } from '../column-words.ts'

/**
 * At most how many units of a product a market day takes. Triggers count what is taken in the
 * transaction that changes what stands of an order, whoever writes it. A migration that makes
 * orders or their lines anew must make these triggers anew.
 */
export async function addDayLimits(tx: Kysely<never>, { engine }: ColumnWords): Promise<void> {
  for (const statement of [...TABLES, ...TRIGGERS[engine]]) await sql.raw(statement).execute(tx)
}

const TABLES = [
  `alter table products add column day_limited boolean not null default false`,
  `create table product_limits (
    product_id integer not null references products (id) on delete cascade,
    weekday integer not null check (weekday between 0 and 7),
    most integer not null check (most >= 0),
    primary key (product_id, weekday)
  )`,
  `create table day_limits (
    market_day_id integer not null references market_days (id) on delete cascade,
    product_id integer not null references products (id) on delete cascade,
    most integer not null check (most >= 0),
    taken integer not null check (taken >= 0),
    by_hand boolean not null,
    primary key (market_day_id, product_id)
  )`,
  `create index day_limits_of_product on day_limits (product_id)`,
]

const standing = (row: string) => `(${row}.quantity - ${row}.returned + ${row}.changed)`

const dayOf = (row: string) => `(select market_day_id from orders where id = ${row}.order_id and status <> 'cancelled')`

const countItem = (row: string, units: string) =>
  `update day_limits set taken = taken + ${units}
    where product_id = ${row}.product_id and market_day_id = ${dayOf(row)};`

/** Every line of an order comes to its day, or leaves it. */
const countOrder = (row: string, sign: '+' | '-') =>
  `update day_limits set taken = taken ${sign} (select ${standing('order_items')} from order_items
      where order_id = ${row}.id and product_id = day_limits.product_id)
    where market_day_id = ${row}.market_day_id and ${row}.status <> 'cancelled'
      and product_id in (select product_id from order_items where order_id = ${row}.id);`

/**
 * Whoever sets a limit locks its day and counts. On PostgreSQL what is counted here waits for that
 * by the day's row, as an order that comes does, and reads the limit after it.
 */
const POSTGRES_FUNCTIONS = [
  // Of a new row there is no old one, and of a deleted row no new one: its columns are null then.
  `create function count_limited_items() returns trigger language plpgsql as $$
  declare
    units integer := coalesce(${standing('new')}, 0) - coalesce(${standing('old')}, 0);
    its_day integer;
  begin
    if units = 0 then return null; end if;
    select market_day_id into its_day from orders
      where id = coalesce(new.order_id, old.order_id) and status <> 'cancelled';
    if its_day is null then return null; end if;
    perform 1 from market_days where id = its_day for key share;
    update day_limits set taken = taken + units
      where market_day_id = its_day and product_id = coalesce(new.product_id, old.product_id);
    return null;
  end $$`,
  `create function count_limited_orders() returns trigger language plpgsql as $$
  begin
    perform 1 from market_days where id in (old.market_day_id, new.market_day_id)
      order by id for key share;
    perform 1 from day_limits where market_day_id in (old.market_day_id, new.market_day_id)
      and product_id in (select product_id from order_items where order_id = new.id)
      order by market_day_id, product_id for update;
    ${countOrder('old', '-')}
    ${countOrder('new', '+')}
    return null;
  end $$`,
]

const HAS_MOVED = `(old.status = 'cancelled') <> (new.status = 'cancelled')
  or old.market_day_id is distinct from new.market_day_id`

const TRIGGERS: Record<Engine, string[]> = {
  sqlite: [
    `create trigger limits_of_new_order_items after insert on order_items
      begin ${countItem('new', standing('new'))} end`,
    `create trigger limits_of_changed_order_items
      after update of quantity, returned, changed on order_items
      begin ${countItem('new', `${standing('new')} - ${standing('old')}`)} end`,
    `create trigger limits_of_deleted_order_items after delete on order_items
      begin ${countItem('old', `-${standing('old')}`)} end`,
    `create trigger limits_of_changed_orders after update of status, market_day_id on orders
      when ${HAS_MOVED} begin ${countOrder('old', '-')} ${countOrder('new', '+')} end`,
  ],
  postgres: [
    ...POSTGRES_FUNCTIONS,
    `create trigger limits_of_order_items
      after insert or delete or update of quantity, returned, changed on order_items
      for each row execute function count_limited_items()`,
    `create trigger limits_of_changed_orders after update of status, market_day_id on orders
      for each row when (${HAS_MOVED}) execute function count_limited_orders()`,
  ],
}
