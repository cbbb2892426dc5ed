import { randomUUID } from 'node:crypto'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { readDestination, takesOrders } from '#server/features/calendar/read-destinations.ts'
import { requireStanding } from '#server/features/checkout/add-to-order.ts'
import { lockOrder } from '#server/features/checkout/order-record.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import type { Shop } from '#server/shop.ts'
import { noSuchOrder } from './require-order.ts'

/**
 * Mails an order's buyer the link by which they add to it; again with each call.
 * @throws Refusal 'not-found', 'mail-missing', 'address-missing', 'order-cancelled',
 * 'change-impossible', 'day-closed'
 */
export async function mailAddLink(shop: Shop, id: number): Promise<{ to: string }> {
  if (!shop.mail) throw new Refusal('mail-missing', 'Emails aren’t going out yet.')
  const at = shop.now()
  const to = await write(shop.db, async (tx) => {
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    const { customer_email: recipient } = order
    requireStanding(order)
    if (recipient === '')
      throw new Refusal('address-missing', `Order #${id} has no email address. Please call.`)
    if (!takesOrders(await readDestination(tx, order), at.toISOString()))
      throw new Refusal(
        'day-closed',
        'Ordering for its day has ended. You can still add to it here.',
      )
    await queueMails(tx, [{ kind: 'add_link', order_id: id, about: randomUUID(), recipient }], at)
    const change = { action: 'invited', subject: `order:${id}`, before: null, after: null } as const
    await recordChange(tx, change, at)
    return recipient
  })
  shop.sendMails()
  return { to }
}
