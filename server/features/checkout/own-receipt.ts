import { mailboxKey } from '#contract/mail/mail-address.ts'
import { isReceiptSecret, NO_RECEIPT } from '#contract/orders/receipt-link.ts'
import { HOUR } from '#contract/time/durations.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { refuseMore, slidingWindow } from '#server/core/sliding-window.ts'
import type { Db } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import type { OrderRow } from './order-record.ts'

const WRONG_TRIES = {
  most: 5,
  within: HOUR,
  message: 'Too many attempts. Please try again in an hour.',
}

type Proof = { secret: string; email: string }

/**
 * Whoever has a receipt's link and its email address is its buyer. Only wrong tries count, and per
 * receipt, because a market's Wi-Fi is one address.
 */
export function provingBuyers(shop: Shop, limits: boolean): (proof: Proof) => Promise<OrderRow> {
  const wrong = slidingWindow(shop.db, { of: 'cancellation', within: WRONG_TRIES.within }, shop.now)
  const underWay: string[] = []
  return async (proof) => {
    const [receipt, at] = [hashOf(proof.secret), shop.now().getTime()]
    const beside = underWay.filter((one) => one === receipt).map(() => at)
    if (limits) refuseMore([...wrong.times(receipt, at), ...beside], WRONG_TRIES, at)
    underWay.push(receipt)
    let counted: Promise<void> | null = null
    try {
      return await requireOrderOfBuyer(shop.db, proof)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') counted = wrong.add(receipt)
      throw error
    } finally {
      underWay.splice(underWay.indexOf(receipt), 1)
      await counted
    }
  }
}

export function findOrderOfSecret(db: Db, secret: string): Promise<OrderRow | undefined> {
  const known = isReceiptSecret(secret) ? secret : NO_RECEIPT
  const orders = db.selectFrom('orders').selectAll()
  return orders.where('receipt_secret', '=', known).executeTakeFirst()
}

/**
 * A wrong secret and a wrong address get the same answer by the same queries, so that timing tells
 * nothing. @throws Refusal 'not-found'
 */
export async function requireOrderOfBuyer(db: Db, { secret, email }: Proof): Promise<OrderRow> {
  const order = await findOrderOfSecret(db, secret)
  if (order && mailboxKey(order.customer_email) === mailboxKey(email)) return order
  const message = 'That email doesn’t match this order.'
  throw new Refusal('not-found', message, { field: 'orderData.customerEmail' })
}
