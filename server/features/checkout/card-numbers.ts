import { holdsCardNumber } from '#contract/money/card-numbers.ts'
import type { Basket } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Never logs the text. @throws Refusal 'card-number-in-text' */
export function refuseCardNumbers(texts: Record<string, string | null | undefined>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text && holdsCardNumber(text)) {
      throw new Refusal(
        'card-number-in-text',
        'Please don’t type card numbers here. Nothing was saved.',
        { field },
      )
    }
  }
}

export function textsOf(basket: Basket | undefined, path: string): Record<string, string | null> {
  if (!basket) return {}
  const { customerName, customerEmail, customerPhone, notes, shippingAddress } = basket.orderData
  const { giftTo = null, giftMessage = null, giftPhone = null } = basket.orderData
  return {
    [`${path}.customerName`]: customerName,
    [`${path}.customerEmail`]: customerEmail,
    [`${path}.customerPhone`]: customerPhone,
    [`${path}.notes`]: notes,
    [`${path}.giftTo`]: giftTo,
    [`${path}.giftMessage`]: giftMessage,
    [`${path}.giftPhone`]: giftPhone,
    [`${path}.shippingAddress.address`]: shippingAddress?.address ?? null,
    [`${path}.shippingAddress.city`]: shippingAddress?.city ?? null,
  }
}
