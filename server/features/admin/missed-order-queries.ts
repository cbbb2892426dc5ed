import type { MissedOrder } from '#contract/missed-orders.ts'
import { toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'

const MAX_SHOWN = 50

export async function listMissedOrders(db: Db): Promise<MissedOrder[]> {
  const rows = await db.selectFrom('missed_orders').selectAll().orderBy('at', 'desc').limit(MAX_SHOWN).execute()
  return rows.map(({ payment_id, customer_name, customer_phone, total_cents, reason, at }) => ({
    id: payment_id,
    name: customer_name,
    phone: customer_phone,
    total: toDollars(total_cents),
    reason,
    at,
  }))
}
