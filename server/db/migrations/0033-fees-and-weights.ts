import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * Zones of delivery with a fee and a minimum of their own, products sold by weight, and what was
 * weighed of an order. A change may lower what a line costs and leave its units; the ledger's lines
 * get another check for it, which SQLite can change only in a new table; no table refers to it.
 */
export async function addFeesAndWeights(tx: Kysely<never>, _: ColumnWords): Promise<void> {
  for (const statement of [...FEES, ...WEIGHTS, ...LEDGER_LINES]) await sql.raw(statement).execute(tx)
}

const FEES = [
  `alter table places add column fee_cents integer not null default 500 check (fee_cents >= 0)`,
  `alter table places add column minimum_cents integer not null default 2000 check (minimum_cents >= 0)`,
]

const UNITS = `('lb', 'oz', 'kg', 'g')`

/** Cents for a unit of weight, and thousandths of it; the price is the one of the most it may weigh. */
const WEIGHTS = [
  `alter table products add column weigh_unit text check (weigh_unit in ${UNITS})`,
  `alter table products add column weigh_cents bigint check (weigh_cents > 0)`,
  `alter table products add column weigh_to bigint check (
    weigh_to > 0 and (weigh_unit is null) = (weigh_cents is null) and
    (weigh_unit is null) = (weigh_to is null) and
    (weigh_to is null or price_cents = (weigh_cents * weigh_to + 999) / 1000)
  )`,
  `alter table order_items add column weigh_unit text check (weigh_unit in ${UNITS})`,
  `alter table order_items add column weigh_cents bigint check (weigh_cents > 0)`,
  `alter table order_items add column weigh_to bigint check (
    weigh_to > 0 and (weigh_unit is null) = (weigh_cents is null) and
    (weigh_unit is null) = (weigh_to is null)
  )`,
  `create table weighings (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    units integer not null check (units > 0),
    thousandths bigint check (thousandths > 0),
    cents bigint not null check (cents >= 0),
    settled_at text,
    at text not null,
    primary key (order_id, product_id)
  )`,
  `create index weighings_of_product on weighings (product_id)`,
]

const LEDGER_LINES = [
  `drop index order_change_lines_of_product`,
  `alter table order_change_lines rename to order_change_lines_before`,
  `create table order_change_lines (
    change_id text not null references order_changes (id),
    product_id integer not null references products (id),
    name text not null,
    units integer not null,
    cents integer not null,
    goods text check (goods in ('sellable', 'missing')),
    primary key (change_id, product_id),
    check ((units < 0) = (goods is not null)),
    check (units < 0 and cents <= 0 or units > 0 and cents >= 0 or units = 0 and cents < 0)
  )`,
  `insert into order_change_lines (change_id, product_id, name, units, cents, goods)
    select change_id, product_id, name, units, cents, goods from order_change_lines_before`,
  `drop table order_change_lines_before`,
  `create index order_change_lines_of_product on order_change_lines (product_id)`,
]
