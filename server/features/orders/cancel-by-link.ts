import { mailboxKey } from '#contract/mail/mail-address.ts'
import { isReceiptSecret, NO_RECEIPT } from '#contract/orders/receipt-link.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import { HOUR } from '#contract/time/durations.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseMore, slidingWindow } from '#server/core/sliding-window.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readDestination } from '#server/features/calendar/read-destinations.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { giveMoneyBack, setStatus } from './change-order-status.ts'
import { mayCancelUntil } from './may-cancel.ts'
import type { LockedOrder } from './require-order.ts'
import { requireReceipt } from './show-receipt.ts'

const WRONG_TRIES = {
  most: 5,
  within: HOUR,
  message: 'Too many attempts. Please try again in an hour.',
}

type CancelRequest = { secret: string; email: string }

/**
 * Lets anyone with the receipt link and its email address cancel, while `mayCancelUntil` allows it.
 * A wrong address and a wrong secret get the same answer. Only wrong tries count, and per receipt,
 * because a market's Wi-Fi is one address.
 */
export function cancellingByLink(
  shop: Shop,
  limits: boolean,
): (request: CancelRequest) => Promise<Receipt> {
  const wrong = slidingWindow(shop.db, { of: 'cancellation', within: WRONG_TRIES.within }, shop.now)
  const underWay: string[] = []
  return async ({ secret, email }) => {
    const [receipt, at] = [hashOf(secret), shop.now().getTime()]
    const beside = underWay.filter((one) => one === receipt).map(() => at)
    if (limits) refuseMore([...wrong.times(receipt, at), ...beside], WRONG_TRIES, at)
    underWay.push(receipt)
    let counted: Promise<void> | null = null
    try {
      return await cancelByLink(shop, secret, email)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') counted = wrong.add(receipt)
      throw error
    } finally {
      underWay.splice(underWay.indexOf(receipt), 1)
      await counted
    }
  }
}

/** @throws Refusal 'not-found', 'not-now', or 'day-closed' when too late or never allowed */
async function cancelByLink(shop: Shop, secret: string, email: string): Promise<Receipt> {
  const order = await findOrderOf(shop.db, secret, email)
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

/** Runs the same queries for right and wrong, so that timing tells nothing. */
async function findOrderOf(
  db: Db,
  secret: string,
  email: string,
): Promise<Pick<OrderRow, 'id' | 'status'>> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'status', 'customer_email'])
    .where('receipt_secret', '=', isReceiptSecret(secret) ? secret : NO_RECEIPT)
    .executeTakeFirst()
  if (order && mailboxKey(order.customer_email) === mailboxKey(email)) return order
  throw new Refusal('not-found', 'That email doesn’t match this order.')
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
