import { toDollars } from '#contract/money/money.ts'
import type { MissedOrder } from '#contract/people/admin.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Db, write } from '#server/db/write.ts'

const MAX_SHOWN = 50

export async function listMissedOrders(db: Db): Promise<MissedOrder[]> {
  const rows = await db
    .selectFrom('missed_orders')
    .select(['payment_id as id', 'customer_name as name', 'customer_phone as phone'])
    .select(['total_cents', 'reason', 'at'])
    .orderBy('at', 'desc')
    .limit(MAX_SHOWN)
    .execute()
  return rows.map(({ total_cents, ...missed }) => ({ ...missed, total: toDollars(total_cents) }))
}

export async function forgetMissedOrder(db: Db, id: string, now: Date): Promise<void> {
  await write(db, async (tx) => {
    const row = tx.deleteFrom('missed_orders').where('payment_id', '=', id).returning('at')
    const gone = await row.executeTakeFirst()
    if (!gone) return
    await recordChange(
      tx,
      { action: 'deleted', subject: `missed:${id}`, before: { at: gone.at } },
      now,
    )
  })
}
