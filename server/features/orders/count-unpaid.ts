import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { PAID, WORTH } from '#server/features/order-balance/order-balance.ts'
import { CARDS_WITHOUT_MONEY } from './find-orders-queries.ts'

export async function countUnpaid(db: Db, since: Date): Promise<number> {
  const { many } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('created_at', '>=', since.toISOString())
    .where(sql<SqlBool>`status <> 'cancelled'`)
    .where(
      sql<SqlBool>`(payment_method = 'other' and ${PAID} < ${WORTH}
        or payment_method = 'card' and id in (${CARDS_WITHOUT_MONEY}))`,
    )
    .executeTakeFirstOrThrow()
  return Number(many)
}
