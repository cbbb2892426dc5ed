import { type Kysely, sql } from 'kysely'

/** What buyers wish where a harvest falls short, and which of them are called first. */
export async function addShortHarvest(tx: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}

const STATEMENTS = [
  `alter table orders add column if_short text check (if_short in ('substitute', 'refund', 'call'))`,
  `create table short_calls (
    order_id integer not null references orders (id),
    product_id integer not null references products (id),
    gets integer not null check (gets >= 0),
    at text not null,
    primary key (order_id, product_id)
  )`,
  `create index short_calls_of_product on short_calls (product_id)`,
]
