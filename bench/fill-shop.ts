import { sql } from 'kysely'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { startShop } from './subjects.ts'

export const envOf = (databaseUrl: string | null) =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : {}

export async function fillShop(
  where: { dataDir: string; databaseUrl: string | null },
  orders: number,
): Promise<void> {
  await (await startShop({ dataDir: where.dataDir, env: envOf(where.databaseUrl) })).stop()
  const { db, close } = await openDatabase(where, new Date())
  // A million orders don't fit SQLite's 2 MB cache; this way they're written once, not over and
  // over.
  if (!where.databaseUrl) await write(db, (tx) => sql`pragma cache_size = -262144`.execute(tx))
  const ids = (await db.selectFrom('products').select('id').limit(2).execute()).map(({ id }) => id)
  await fillWithOrders(db, orders, new Date(), ids)
  // A shop this big was vacuumed long ago; otherwise the server would do it during the first calls.
  if (where.databaseUrl) await sql`vacuum analyze`.execute(db)
  await close()
}
