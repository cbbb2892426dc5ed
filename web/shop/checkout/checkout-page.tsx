import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orders, type PlacedOrder } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { query } from '#web/api/query.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { goHomeWithOrder } from './order-placed.ts'
import { isBackFromBank, resumeCheckout } from './resume-checkout.ts'

/** The checkout; home when there is nothing to pay for (specification, section 2). */
export function CheckoutPage() {
  const { isReady, checkoutKey, count } = useCart()
  const config = useQuery(query(payments.config))
  const [isBack] = useState(isBackFromBank)
  const placed = useQuery({
    ...query(orders.ofCheckout, { params: { checkout_key: checkoutKey } }),
    enabled: isReady && count > 0,
    ...(isBack ? { queryFn: () => resumeCheckout(checkoutKey) } : {}),
  })
  // Asked for again later, the form and what was typed stay.
  const isFirstLoad = config.isPending && config.errorUpdateCount === 0
  const isResuming = isBack && count > 0 && placed.isPending
  if (!isReady || isFirstLoad || isResuming) return <CheckoutSkeleton />
  if (placed.data) return <AlreadyPlaced order={placed.data} />
  return <CheckoutForm config={config.data} onConfigMissing={config.refetch} />
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
