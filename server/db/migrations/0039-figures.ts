import { type Kysely, sql } from 'kysely'
import type { ColumnWords, Engine } from '../column-words.ts'

/**
 * Sums of what was sold by place and day, and of card money by the day it moved, in the blocks of the sums of sales and
 * stale with them; what the card provider keeps of a payment; and the stock's deeds by time. A block that was never summed
 * up stands in figures_to_fill: filling them is a job of minutes, not the migration's.
 */
export async function addFigures(tx: Kysely<never>, { engine, keyOnly }: ColumnWords): Promise<void> {
  const statements = [...FEES, ...tables(keyOnly), ...INDEXES, ...TRIGGERS[engine], FILL]
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const FEES = [
  `alter table payments add column fee_cents integer`,
  `alter table payments add column fee_asks integer not null default 0`,
  `alter table payments add column fee_asked_at text`,
  `create index payments_without_fee on payments (captured_at)
    where fee_cents is null and livemode and state = 'captured'`,
]

const KEY = `block integer not null, day text not null`
const MONEY = `money text not null check (money in ('live', 'test', 'none'))`

const tables = (keyOnly: string) => [
  `create table figure_goods (
    ${KEY}, place_id integer not null, ${MONEY},
    product_id integer not null,
    units bigint not null,
    cents bigint not null,
    primary key (block, day, place_id, money, product_id)
  ) ${keyOnly}`,
  `create table figure_orders (
    ${KEY}, place_id integer not null, ${MONEY},
    orders integer not null,
    delivery_cents bigint not null,
    refund_cents bigint not null,
    unpaid_cents bigint not null,
    kept_cents bigint not null,
    card_cents bigint not null,
    cash_cents bigint not null,
    check_cents bigint not null,
    other_cents bigint not null,
    primary key (block, day, place_id, money)
  ) ${keyOnly}`,
  `create table figure_cards (
    ${KEY}, ${MONEY},
    taken_cents bigint not null,
    given_cents bigint not null,
    fee_cents bigint not null,
    untold integer not null,
    primary key (block, day, money)
  ) ${keyOnly}`,
  `create table figures_to_fill (block integer primary key)`,
]

/** The first one answers by itself, and so does the last: of deeds and counts there are few. */
const INDEXES = [
  `create index figure_goods_of_day
    on figure_goods (day, money, place_id, product_id, block, units, cents)`,
  `create index figure_orders_of_day on figure_orders (day)`,
  `create index figure_cards_of_day on figure_cards (day)`,
  `create index stock_movements_by_time on stock_movements (at)
    where reason in ('harvest', 'waste', 'gift', 'missing', 'counted')`,
]

const stale = (row: string, order: string) => `insert into stale_sales (block, transaction_id)
  select ${row}.${order} / 1000, 0 where ${row}.${order} is not null on conflict do nothing;`

/** What the older triggers do not watch: they see goods, and money by card. */
const MORE = {
  orders: 'market_day_id, pickup_date, pickup_location, total_cents',
  payments: 'captured_at, fee_cents',
}

const ADDED = ['tenders', 'order_changes']

const TRIGGERS: Record<Engine, string[]> = {
  sqlite: [
    `create trigger figures_of_changed_orders after update of ${MORE.orders} on orders begin ${stale('new', 'id')} end`,
    `create trigger figures_of_changed_payments after update of ${MORE.payments} on payments
      begin ${stale('new', 'order_id')} end`,
    ...ADDED.flatMap((table) => [
      `create trigger figures_of_new_${table} after insert on ${table} begin ${stale('new', 'order_id')} end`,
      `create trigger figures_of_changed_${table} after update on ${table}
        begin ${stale('old', 'order_id')} ${stale('new', 'order_id')} end`,
      `create trigger figures_of_deleted_${table} after delete on ${table} begin ${stale('old', 'order_id')} end`,
    ]),
  ],
  postgres: [
    ...Object.entries(MORE).map(
      ([table, columns]) => `create trigger figures_of_changed_${table} after update of ${columns} on ${table}
        for each row execute function note_stale_sales()`,
    ),
    ...ADDED.map(
      (table) => `create trigger figures_of_${table} after insert or delete or update on ${table}
        for each row execute function note_stale_sales()`,
    ),
  ],
}

const FILL = `insert into figures_to_fill (block) select distinct id / 1000 from orders`
