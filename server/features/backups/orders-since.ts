import { sql } from 'kysely'
import type { RestoreReport } from '#contract/backups/restore.ts'
import { type Cents, toDollars } from '#contract/money/money.ts'
import type { Db } from '#server/db/write.ts'

/** What going back to a backup would lose. */
export async function readOrdersSince(db: Db, madeAt: string): Promise<RestoreReport['since']> {
  const { orders, cents } = await db
    .selectFrom('orders')
    .select((row) => [
      row.fn.countAll<number>().as('orders'),
      row.fn.coalesce(row.fn.sum<Cents>('total_cents'), sql<Cents>`0`).as('cents'),
    ])
    .where('created_at', '>', madeAt)
    .executeTakeFirstOrThrow()
  return { orders, total: toDollars(cents) }
}
