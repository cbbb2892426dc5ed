import { closedPayments } from '#server/outside/closed-payments.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './find-payment.ts'

type Origin = Pick<PaymentRow, 'provider' | 'livemode'>

/** Whether a payment was begun with the provider the shop has now. Another one's is never completed, only given back. */
export function isOfThisProvider({ payments }: Shop, { provider, livemode }: Origin): boolean {
  return payments.name === provider && payments.livemode === livemode
}

/** The provider that a payment was begun with, whatever the shop takes cards with today; without its keys it cannot be asked. */
export function providerOf(shop: Shop, payment: Origin): PaymentProvider {
  if (isOfThisProvider(shop, payment)) return shop.payments
  return payment.provider === 'sandbox' ? sandboxPayments(shop.db, shop.now) : closedPayments(payment.livemode)
}
