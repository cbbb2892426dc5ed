import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * Products that left the stall and may come back: hidden ones, and deleted ones, which until now
 * were only kept where an order had them; their place on the stall; and from which stock on the
 * farmer is told of a product.
 */
export async function hideProducts(tx: Kysely<never>, _: ColumnWords): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(tx)
}

const STATEMENTS = [
  `alter table products add column deleted_at text check (deleted_at is null or archived_at is not null)`,
  `update products set deleted_at = archived_at where archived_at is not null`,
  `alter table products add column stall_place integer`,
  `alter table products add column low_limit integer check (low_limit >= 0)`,
  `alter table products add column low_told boolean not null default false`,
]
