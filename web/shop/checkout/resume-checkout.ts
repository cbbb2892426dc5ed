import { checkouts } from '#contract/checkouts.ts'
import type { PlacedOrder } from '#contract/orders.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { toast } from '#web/ui/toast-store.ts'

/** Whether the buyer comes back from a page of the bank, to which Stripe had led. */
export function isBackFromBank(): boolean {
  return typeof window !== 'undefined' && /[?&]payment_intent_client_secret=/.test(window.location.search)
}

/** Goes on where the buyer left for the bank; null, and a toast that says why, when there is no order. */
export async function resumeCheckout(checkoutKey: string): Promise<PlacedOrder | null> {
  // The payment's secret does not stay in the address, and a reload does not ask again.
  window.history.replaceState(null, '', window.location.pathname)
  const fail = (description: string) => {
    toast({ title: 'Payment Failed', description, variant: 'destructive' })
    return null
  }
  try {
    const order = await call(checkouts.resume, { params: { checkout_key: checkoutKey } })
    return order ?? fail('Your bank did not confirm the payment. Please pay again.')
  } catch (failure) {
    return fail(sentenceOf(failure))
  }
}
