import { type Kysely, sql } from 'kysely'

/** Which earlier order of the same day an order is packed with: the packer's word, and nothing else. */
export async function addPackedTogether(tx: Kysely<never>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}

const STATEMENTS = [
  `alter table orders add column packed_with integer references orders (id) check (packed_with < id)`,
  `create index orders_packed_with on orders (packed_with) where packed_with is not null`,
]
