import { answerWithin } from '#server/features/payments/answer-within.ts'
import type { PaymentRow } from '#server/features/payments/find-payment.ts'
import { providerOf } from '#server/features/payments/provider-of.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

/** Refuses a payment while the shop takes no cards at all. @throws Refusal 'not-now' */
export function requireOpenPayments({ payments }: Shop): void {
  if (!payments.isOpen) throw new Refusal('not-now', 'Card payments are unavailable right now.', { retryAfter: 60 })
}

/** The refusal of a call that the provider gave no clear answer to; the log gets what it said. */
export function providerSilent(shop: Shop, what: string, error: unknown): Refusal {
  shop.report(what, error)
  return new Refusal('not-now', 'Card payments do not answer right now. Please try again in a moment.', {
    retryAfter: 5,
  })
}

/** A payment as its provider sees it now; null for one that the provider does not know. @throws Refusal 'not-now' */
export async function readIntent(shop: Shop, payment: PaymentRow, intentId: string): Promise<Intent | null> {
  try {
    return await answerWithin(providerOf(shop, payment).retrieve(intentId))
  } catch (error) {
    if (error instanceof ProviderRefusal) return null
    throw providerSilent(shop, 'read a card payment', error)
  }
}
