import type { Receipt } from '#contract/orders/receipts.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readDestination } from '#server/features/calendar/read-destinations.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { provingBuyers } from '#server/features/checkout/own-receipt.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { giveMoneyBack, setStatus } from './change-order-status.ts'
import { mayCancelUntil } from './may-cancel.ts'
import type { LockedOrder } from './require-order.ts'
import { requireReceipt } from './show-receipt.ts'

type CancelRequest = { secret: string; email: string }

/** Lets an order's buyer cancel it while `mayCancelUntil` allows it. */
export function cancellingByLink(
  shop: Shop,
  limits: boolean,
): (request: CancelRequest) => Promise<Receipt> {
  const prove = provingBuyers(shop, limits)
  return async (request) => cancelByLink(shop, await prove(request), request.secret)
}

/** @throws Refusal 'not-now', or 'day-closed' when too late or never allowed */
async function cancelByLink(shop: Shop, order: OrderRow, secret: string): Promise<Receipt> {
  if (order.status !== 'cancelled') {
    const at = shop.now()
    const request = {
      id: order.id,
      status: 'cancelled',
      at,
      mayReopen: false,
      by: 'buyer',
    } as const
    const paymentId = await write(shop.db, (tx, emit) =>
      setStatus(tx, emit, { ...request, check: (found) => checkMayCancel(tx, found, at) }),
    )
    if (paymentId) await giveMoneyBack(shop, paymentId)
  }
  return requireReceipt(shop.db, secret, shop.now())
}

async function checkMayCancel(tx: Db, { order, payment }: LockedOrder, at: Date): Promise<void> {
  if (order.status === 'cancelled') return
  if (payment?.state === 'capturing')
    throw new Refusal(
      'not-now',
      'Your payment is still processing. Please try again in a minute.',
      {
        retryAfter: 60,
      },
    )
  const { day } = await readDestination(tx, order)
  if ((await mayCancelUntil(tx, { order, isCapturing: false, day })) > at.toISOString()) return
  const phone = await readSetting(tx, 'contact_phone')
  const call = phone ? `Please call us at ${phone}.` : 'Please call us.'
  throw new Refusal('day-closed', `This order can no longer be cancelled here. ${call}`)
}
