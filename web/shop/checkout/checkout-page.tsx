import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { payments } from '#contract/money/payments.ts'
import { orders, type PlacedOrder } from '#contract/orders/orders.ts'
import { query } from '#web/api/query.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-states.tsx'
import { findOutcome, goHomeWithOrder } from './pay.ts'
import { storePayment } from './stored-state.ts'

/** The checkout; home when there is nothing to pay for (specification, section 2). */
export function CheckoutPage() {
  const { isRead, checkoutKey, count } = useCart()
  const config = useQuery(query(payments.config))
  const [isBack] = useState(isBackFromBank)
  const placed = useQuery({
    ...query(orders.ofCheckout, { params: { checkout_key: checkoutKey } }),
    enabled: isRead && count > 0,
    ...(isBack ? { queryFn: () => resumeCheckout(checkoutKey) } : {}),
  })
  const days = useQuery(marketDaysQuery)
  const isResuming = isBack && count > 0 && placed.isPending
  if (!isRead || isResuming) return <CheckoutSkeleton />
  if (placed.data) return <AlreadyPlaced order={placed.data} />
  const areDaysComing = days.isPending && days.errorUpdateCount === 0
  return <CheckoutForm config={config} areDaysComing={areDaysComing} />
}

/** The order of this cart was placed before, its answer was lost: it is shown as placed. */
function AlreadyPlaced({ order }: { order: PlacedOrder }) {
  const { clearCart } = useCart()
  useEffect(() => {
    clearCart()
    goHomeWithOrder(order)
  }, [clearCart, order])
  return <CheckoutSkeleton />
}

/** Whether the buyer comes back from a page of the bank, to which Stripe had led. */
function isBackFromBank(): boolean {
  return (
    typeof window !== 'undefined' &&
    /[?&]payment_intent_client_secret=/.test(window.location.search)
  )
}

/** Goes on where the buyer left for the bank; null, and a toast that says why, when there is no order. */
async function resumeCheckout(checkoutKey: string): Promise<PlacedOrder | null> {
  // The payment's secret does not stay in the address, and a reload does not ask again.
  window.history.replaceState(null, '', window.location.pathname + window.location.hash)
  const fail = (description: string) => {
    toast({ title: 'Payment Failed', description, variant: 'destructive' })
    return null
  }
  const outcome = await findOutcome(checkoutKey)
  if (outcome && !('error' in outcome)) return outcome
  if (!outcome || outcome.isRefused) storePayment(checkoutKey, false)
  return fail(outcome?.error ?? 'Your bank did not confirm the payment. Please pay again.')
}
