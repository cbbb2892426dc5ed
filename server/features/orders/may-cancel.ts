import type { Db } from '#server/db/tables.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'

type Cancellable = {
  order: Pick<
    OrderRow,
    'cancel_until' | 'collected_at' | 'disputed_at' | 'has_left' | 'packed_at' | 'status'
  >
  isCapturing: boolean
  day: { order_until: string } | null
}

/**
 * Until when a buyer may cancel by link: the order deadline, if the farmer allows it and the box
 * isn't packed; and for a while after the farm moved the order, packed or not. Empty: never.
 */
export async function mayCancelUntil(
  db: Db,
  { order, isCapturing, day }: Cancellable,
): Promise<string> {
  const isOver = order.status === 'cancelled' || order.disputed_at !== null || hasLeft(order)
  if (isOver || isCapturing) return ''
  const isPacked = order.packed_at !== null
  const isAllowed = !isPacked && (await readSetting(db, 'buyer_cancels')) === 'true'
  const ends = [order.cancel_until, isAllowed ? day?.order_until : null]
  return (
    ends
      .flatMap((until) => until ?? [])
      .sort()
      .at(-1) ?? ''
  )
}
