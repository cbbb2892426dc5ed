import { createHash } from 'node:crypto'
import { isReceiptSecret } from '#contract/receipt-link.ts'
import type { Receipt } from '#contract/receipts.ts'
import { secondsUntil, slidingWindow } from '#server/core/recent-tries.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import type { Shop } from '#server/shop.ts'
import { giveMoneyBack, setStatus } from './change-order-status.ts'
import { mayCancelUntil } from './may-cancel.ts'
import { requireReceipt } from './show-receipt.ts'

const HOUR = 60 * 60_000

/** So often an hour may be tried from one address, and at one receipt. */
const MAX_TRIES = 5

export type CancelRequest = { secret: string; email: string; address: string }

/**
 * Cancels an order for whoever has its receipt's address and knows its email address, while the
 * farm's move of the day allows it. A wrong email address and a wrong secret are answered alike.
 */
export function cancellingByLink(shop: Shop): (request: CancelRequest) => Promise<Receipt> {
  const tries = slidingWindow(shop.db, { of: 'cancellation', within: HOUR }, shop.now)
  const countTry = async (who: string) => {
    const at = shop.now().getTime()
    const last = tries.times(who, at).at(-MAX_TRIES)
    if (last !== undefined)
      throw new Refusal('too-often', 'Too many attempts. Please try again in an hour.', {
        retryAfter: secondsUntil(last + HOUR, at),
      })
    await tries.add(who)
  }
  return async ({ secret, email, address }) => {
    await countTry(`address ${address}`)
    await countTry(`receipt ${createHash('sha256').update(secret).digest('base64url')}`)
    return cancelByLink(shop, secret, email)
  }
}

/** @throws Refusal 'not-found', 'day-closed' when it is too late */
async function cancelByLink(shop: Shop, secret: string, email: string): Promise<Receipt> {
  const order = await findOrderOf(shop.db, secret, email)
  if (order.status !== 'cancelled') {
    const at = shop.now()
    const check = (now: OrderRow) => checkMayCancel(now, at)
    const request = { id: order.id, status: 'cancelled', at, mayReopen: false, check } as const
    const paymentId = await write(shop.db, (tx, emit) =>
      setStatus(tx, emit, { ...request, by: 'buyer' }),
    )
    if (paymentId) await giveMoneyBack(shop, paymentId)
  }
  return requireReceipt(shop.db, secret, shop.now())
}

async function findOrderOf(
  db: Db,
  secret: string,
  email: string,
): Promise<Pick<OrderRow, 'id' | 'status'>> {
  const order = isReceiptSecret(secret)
    ? await db
        .selectFrom('orders')
        .select(['id', 'status', 'customer_email'])
        .where('receipt_secret', '=', secret)
        .executeTakeFirst()
    : undefined
  if (order && order.customer_email.toLowerCase() === email.toLowerCase()) return order
  throw new Refusal('not-found', 'There is no order with this email address at this link.')
}

function checkMayCancel(order: OrderRow, at: Date): void {
  if (order.status === 'cancelled') return
  if (mayCancelUntil(order) > at.toISOString()) return
  throw new Refusal('day-closed', 'This order can no longer be cancelled here. Please call us.')
}
