import { type RawBuilder, sql } from 'kysely'
import { BOOK_LAWS } from '#contract/money/books.ts'
import { getValue } from '#server/core/key-value.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { type Engine, listTables, readCounters, type Table } from '#server/db/table-list.ts'
import { countRows, readRows } from '#server/db/table-rows.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import {
  FORM,
  LEFT_OUT,
  type Piece,
  type PieceHeader,
  type Sums,
  type Tally,
} from './backup-format.ts'

type Reader = {
  take(piece: Piece): Promise<void>
  onProgress(done: number, total: number): void
}

export function readShop(database: Database, reader: Reader, now: Date): Promise<Tally> {
  return snapshot(database.db, async (tx) => {
    if (database.engine === 'postgres') await noTimeLimits(tx)
    const tables = (await listTables(tx, database.engine)).filter(
      ({ name }) => !LEFT_OUT.includes(name),
    )
    await reader.take({ kind: 'about', about: await aboutShop(tx, database, now) })
    const counts = await readTables(tx, tables, reader)
    return {
      tables: counts,
      counters: await readCounters(tx, database.engine, tables),
      sums: await readSums(tx),
      booksDiffer: (await pendingMigrations(tx)).length > 0 ? null : (await checkBooks(tx)).length,
      laws: [...BOOK_LAWS],
    }
  })
}

async function aboutShop(tx: Db, { engine }: Database, now: Date): Promise<PieceHeader> {
  const done = await tx.selectFrom('schema_migrations').select('name').orderBy('name').execute()
  const { rows } = await SIZE[engine].execute(tx)
  return {
    kind: 'farmstand-backup',
    form: FORM,
    madeAt: now.toISOString(),
    shopId: await getValue(tx, 'shop_id'),
    migrations: done.map(({ name }) => name),
    roomNeeded: rows[0]?.bytes ?? 0,
  }
}

async function readTables(tx: Db, tables: readonly Table[], { take, onProgress }: Reader) {
  const counts: Record<string, number> = {}
  let [done, total] = [0, 0]
  for (const table of tables) total += await countRows(tx, table)
  for (const table of tables) {
    counts[table.name] = 0
    for await (const { rows, text } of readRows(tx, table)) {
      await take({ kind: 'rows', table: table.name, rows, text })
      counts[table.name] = (counts[table.name] ?? 0) + rows
      done += rows
      onProgress(done, total)
    }
  }
  return counts
}

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

const SIZE: Record<Engine, RawBuilder<{ bytes: number }>> = {
  sqlite: sql`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`,
  postgres: sql`select pg_database_size(current_database()) as bytes`,
}
