import { Suspense, useEffect, useState } from 'react'
import { useCart } from '#web/features/cart/cart-store.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { whenIdle } from '#web/ui/when-idle.ts'

/** Fetches the code of the cart panel. */
export const loadCartPanel = () => import('#web/features/cart/cart-panel.tsx')

const LazyCartPanel = lazyPart(() => loadCartPanel().then(({ CartPanel }) => CartPanel))

/** The place of the cart panel; its code comes when idle, or with the first opening. */
export function CartPlace() {
  const { isCartOpen } = useCart()
  const [wasOpened, setWasOpened] = useState(false)
  if (isCartOpen && !wasOpened) setWasOpened(true)
  useEffect(() => whenIdle(loadCartPanel), [])
  if (!wasOpened) return null
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-soil/35" />}>
      <LazyCartPanel />
    </Suspense>
  )
}
