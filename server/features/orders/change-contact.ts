import { changedFields } from '#contract/changed-fields.ts'
import type { OrderContact, OrderDetail } from '#contract/orders/desk-orders.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { type OrderRow, replaceTerms } from '#server/features/checkout/order-record.ts'
import { readdressMails } from '#server/features/mail/mail-queries.ts'
import type { Shop } from '#server/shop.ts'
import { isNobody } from './erased-columns.ts'
import { lockOrderAndPayment, requireRevision } from './order-queries.ts'
import { showOrder } from './show-order.ts'

/**
 * Corrects the given contact fields; the corrected address gets the confirmation.
 * @throws Refusal 'not-found', 'person-forgotten', 'changed-meanwhile', 'card-number-in-text'
 */
export async function changeContact(
  shop: Shop,
  id: number,
  { revision, ...given }: OrderContact & { revision: number },
): Promise<OrderDetail> {
  refuseCardNumbers(given)
  await write(shop.db, async (tx, emit) => {
    const at = shop.now()
    const { order } = await lockOrderAndPayment(tx, id, at)
    if (isNobody(order))
      throw new Refusal('person-forgotten', 'The customer of this order was erased.')
    const contact = contactOf(order, given)
    const fields = Object.keys(changedFields(contactOf(order), contact))
    if (fields.length === 0) return
    requireRevision(order, revision)
    const who = { customer_name: contact.name, customer_email: contact.email }
    const more = { customer_phone: contact.phone || null, notes: contact.notes || null }
    const orders = tx.updateTable('orders').where('id', '=', id)
    await orders.set({ ...who, ...more, revision: revision + 1 }).execute()
    await replaceTerms(tx, id, { ...order, ...who, ...more })
    if (fields.includes('email') && order.status !== 'cancelled')
      await readdressMails(tx, { orderId: id, recipient: contact.email }, at)
    // Names the fields, never their values: history outlives the customer's data.
    const [subject, after] = [`order:${id}` as const, { fields }]
    await recordChange(tx, { action: 'contact-changed', subject, after }, at)
    emit({ kind: 'orders', orderId: id })
  })
  shop.sendMails()
  return showOrder(shop.db, id)
}

function contactOf(order: OrderRow, given: OrderContact = {}) {
  return {
    name: given.name ?? order.customer_name,
    email: given.email ?? order.customer_email,
    phone: given.phone ?? order.customer_phone ?? '',
    notes: given.notes ?? order.notes ?? '',
  }
}
