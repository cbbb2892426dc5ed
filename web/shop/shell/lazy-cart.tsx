import { Suspense, useEffect, useState } from 'react'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

export const loadCartPanel = () => import('#web/shop/cart/cart-panel.tsx')

const LazyCartPanel = lazyPart(() => loadCartPanel().then(({ CartPanel }) => CartPanel))

/** The place of the cart panel; its code comes when idle, with the first opening, or to say what changed in a closed cart. */
export function CartPlace() {
  const { isCartOpen, changes } = useCart()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (isCartOpen || changes.length > 0)) setNeeded(true)
  useEffect(() => whenIdle(loadCartPanel), [])
  if (!isNeeded) return null
  return (
    <Suspense fallback={isCartOpen && <div className="fixed inset-0 z-40 bg-soil/35" />}>
      <LazyCartPanel />
    </Suspense>
  )
}
