import type { ChangedStatuses } from '#contract/desk-orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Shop } from '#server/shop.ts'
import { applyStatus, giveMoneyBack } from './change-order-status.ts'

const OUR_FAULT = 'Something went wrong on our side. Please try again.'

/**
 * Sets the status of several orders, one after the other and each in a transaction of its own, so that one that is refused
 * holds up no other. One that is cancelled stays so: reopening it unpaid is decided order by order. Money is given back after the answer; until then its refunds stand as asked for.
 */
export async function changeOrderStatuses(
  shop: Shop,
  ids: readonly number[],
  status: OrderStatus,
): Promise<ChangedStatuses> {
  const result: ChangedStatuses = { changed: [], refused: [] }
  const paymentIds: string[] = []
  for (const id of new Set(ids)) {
    try {
      const paymentId = await applyStatus(shop, id, status, { leavesCancelled: true })
      if (status === 'cancelled' && paymentId) paymentIds.push(paymentId)
      result.changed.push(id)
    } catch (error) {
      result.refused.push({ id, message: error instanceof Refusal ? error.message : OUR_FAULT })
      if (!(error instanceof Refusal)) shop.report('change a status', error)
    }
  }
  if (paymentIds.length > 0) void shop.later('give money back', () => giveAllBack(shop, paymentIds))
  return result
}

async function giveAllBack(shop: Shop, paymentIds: readonly string[]): Promise<void> {
  for (const paymentId of paymentIds) await giveMoneyBack(shop, paymentId)
}
