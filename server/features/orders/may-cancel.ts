import type { Db } from '#server/db/write.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { readMoney } from '#server/features/order-balance/order-balance.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { listOnline } from './order-queries.ts'

type Cancellable = {
  order: Pick<
    OrderRow,
    | 'id'
    | 'payment_method'
    | 'cancel_until'
    | 'collected_at'
    | 'disputed_at'
    | 'has_left'
    | 'packed_at'
    | 'status'
  >
  isCapturing: boolean
  day: { order_until: string } | null
}

/** Instants; empty: never. */
export type BuyerMay = { cancelUntil: string; changeUntil: string }

/**
 * Until when a buyer may cancel or take goods off by link: the order deadline, if the farmer allows
 * it or the buyer was to pay at pickup, and the box isn't packed. Cancel also for a while after the
 * farm moved the order, packed or not.
 */
export async function buyerMay(
  db: Db,
  { order, isCapturing, day }: Cancellable,
): Promise<BuyerMay> {
  const isOver = order.status === 'cancelled' || order.disputed_at !== null || hasLeft(order)
  if (isOver || isCapturing) return { cancelUntil: '', changeUntil: '' }
  const isPacked = order.packed_at !== null
  const mayCancel = async () =>
    (await readSetting(db, 'buyer_cancels')) === 'true' || (await isToPayAtPickup(db, order))
  const isAllowed = !isPacked && (await mayCancel())
  const changeUntil = (isAllowed && day?.order_until) || ''
  const cancelUntil = [order.cancel_until ?? '', changeUntil].sort().at(-1) ?? ''
  return { cancelUntil, changeUntil }
}

/** Whoever will not come should say so. */
async function isToPayAtPickup(
  db: Db,
  { id, payment_method }: Cancellable['order'],
): Promise<boolean> {
  if (payment_method === 'card' || !(await listOnline(db, [id])).has(id)) return false
  return (await readMoney(db, id))?.paid === 0
}
