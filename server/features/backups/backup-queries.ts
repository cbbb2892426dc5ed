import { sql } from 'kysely'
import type { Engine } from '#server/db/column-words.ts'
import type { Db } from '#server/db/tables.ts'
import type { Sums } from './shop-pieces.ts'

export async function readSums(tx: Db): Promise<Sums> {
  const { rows } = await sql<Sums>`select
    (select count(*) from orders) as "orders",
    (select coalesce(sum(total_cents), 0) from orders) as "orderCents",
    (select coalesce(sum(quantity * unit_cents), 0) from order_items) as "lineCents",
    (select coalesce(sum(captured_cents), 0) from payments) as "capturedCents",
    (select coalesce(sum(amount_cents), 0) from refunds where state <> 'failed') as "refundedCents",
    (select coalesce(sum(stock), 0) from products) as "stock",
    (select coalesce(sum(delta), 0) from stock_movements) as "moved"`.execute(tx)
  const [sums] = rows
  if (!sums) throw new Error('A question without a table has one answer.')
  return sums
}

export async function listMigrations(tx: Db): Promise<string[]> {
  return (await tx.selectFrom('schema_migrations').select('name').orderBy('name').execute()).map(({ name }) => name)
}

export async function databaseSize(tx: Db, engine: Engine): Promise<number> {
  const query =
    engine === 'sqlite'
      ? sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
  return (await query.execute(tx)).rows[0]?.bytes ?? 0
}
