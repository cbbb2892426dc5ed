import { getValue } from '#server/core/key-value.ts'
import { readCounters } from '#server/db/id-counters.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import type { Database } from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { listTables, type Table } from '#server/db/table-list.ts'
import { countRows, readRows } from '#server/db/table-rows.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { databaseSize, listMigrations, readSums } from './backup-queries.ts'
import { FORM, LEFT_OUT, type Piece, type PieceHeader, type Tally } from './shop-pieces.ts'

export type Reader = {
  take(piece: Piece): Promise<void>
  onProgress(done: number, total: number): void
}

/** Hands out the rows of a shop as they were at one moment, while it goes on selling; answers what they add up to. */
export function readShop(database: Database, reader: Reader, now: Date): Promise<Tally> {
  return snapshot(database.db, async (tx) => {
    if (database.engine === 'postgres') await noTimeLimits(tx)
    const tables = (await listTables(tx, database.engine)).filter(({ name }) => !LEFT_OUT.includes(name))
    await reader.take({ kind: 'about', about: await aboutShop(tx, database, now) })
    const counts = await readTables(tx, tables, reader)
    return {
      tables: counts,
      counters: await readCounters(tx, database.engine, tables),
      sums: await readSums(tx),
      booksDiffer: (await pendingMigrations(tx)).length > 0 ? null : (await checkBooks(tx)).length,
    }
  })
}

async function aboutShop(tx: Db, { engine }: Database, now: Date): Promise<PieceHeader> {
  return {
    kind: 'farmstand-backup',
    form: FORM,
    madeAt: now.toISOString(),
    shopId: await getValue(tx, 'shop_id'),
    migrations: await listMigrations(tx),
    roomNeeded: await databaseSize(tx, engine),
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
