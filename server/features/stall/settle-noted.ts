import type { StallResult } from '#contract/market/stall.ts'
import { settleHandedOutLater } from '#server/features/orders/settle-weights.ts'
import type { Shop } from '#server/shop.ts'

/** What a phone's weighing and handing over made due goes back after the answer, as that of the desk does. */
export async function settleNoted(shop: Shop, results: readonly Pick<StallResult, 'id'>[]) {
  const ids = results.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const orders = await shop.db
    .selectFrom('stall_commands')
    .select('order_id')
    .distinct()
    .where('id', 'in', ids)
    .where('kind', 'in', ['give', 'pack', 'weigh'])
    .where('counts', '=', true)
    .execute()
  for (const { order_id } of orders) if (order_id !== null) settleHandedOutLater(shop, order_id)
}
