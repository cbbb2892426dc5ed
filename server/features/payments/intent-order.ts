import type { QuotedBasket } from '#server/db/tables.ts'
import type { DeliveryAddress, IntentOrder } from '#server/outside/payment-provider.ts'
import type { PaymentRow } from './find-payment.ts'

/** What the provider is asked for: built from the stored payment alone, so that a repeat under the same key is the same call. */
export function intentOrder(
  shopId: string,
  payment: Pick<PaymentRow, 'id' | 'amount_cents' | 'method_ref' | 'basket'>,
): IntentOrder {
  const { id, amount_cents, method_ref, basket } = payment
  const order = { amount: amount_cents, method: method_ref, metadata: { shop: shopId, payment: id } }
  if (!basket) return order
  const delivery = deliveryOf(basket)
  return { ...order, description: descriptionOf(basket), ...(delivery ? { delivery } : {}) }
}

/** The key under which it is asked for. */
export function intentKey({ id }: Pick<PaymentRow, 'id'>): string {
  return `intent:${id}`
}

/** The longest description, in characters; Stripe takes 1,000. */
const MAX_DESCRIPTION = 500

/** What the owner reads of a payment at the provider, such as "3 × Farm Eggs, 1 × Honey, pickup". */
function descriptionOf({ lines, orderData }: QuotedBasket): string {
  const how = orderData.deliveryMethod === 'pickup' ? 'pickup' : 'delivery'
  const words = [...lines.map(({ name, quantity }) => `${quantity} × ${name}`), how].join(', ')
  return words.length > MAX_DESCRIPTION ? `${words.slice(0, MAX_DESCRIPTION - 1)}…` : words
}

function deliveryOf({ orderData }: QuotedBasket): DeliveryAddress | null {
  const { customerName: name, shippingAddress: to, deliveryMethod } = orderData
  if (deliveryMethod === 'pickup' || !to) return null
  return { name, line: to.address, city: to.city, state: to.state, zip: to.zipCode }
}
