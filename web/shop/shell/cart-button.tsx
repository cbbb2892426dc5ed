import { Suspense, useEffect, useState } from 'react'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { whenIdle, whenUsed } from '#web/ui/when-idle.ts'

export function CartButton() {
  const { count, isCartOpen, toggleCart } = useCart()
  return (
    <button
      type="button"
      onClick={toggleCart}
      onPointerEnter={() => void loadCartPanel().catch(() => {})}
      aria-haspopup="dialog"
      aria-expanded={isCartOpen}
      className={buttonLook({ variant: 'quiet' }, 'relative @max-[30rem]:px-3')}
    >
      <Icon name="basket" className="size-5" />
      <span className="@max-[30rem]:sr-only">Cart</span>
      <span className="sr-only">
        {count === 0 ? 'is empty' : `with ${count} ${count === 1 ? 'item' : 'items'}`}
      </span>
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="pop absolute -top-1.5 -right-1.5 min-w-6 rounded-full bg-yolk px-1.5 text-center text-[0.8125rem] leading-6 font-bold text-on-yolk tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  )
}

const loadCartPanel = () => import('#web/shop/cart/cart-panel.tsx')

const LazyCartPanel = lazyComponent(() => loadCartPanel().then(({ CartPanel }) => CartPanel))

/**
 * The place of the cart panel; its code comes once somebody uses the page or the cart holds something, with the first
 * opening, or to say what changed in a closed cart.
 */
export function LazyCart() {
  const { isCartOpen, changes, count } = useCart()
  const isEmpty = count === 0
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (isCartOpen || changes.length > 0)) setNeeded(true)
  useEffect(() => (isEmpty ? whenUsed : whenIdle)(loadCartPanel), [isEmpty])
  if (!isNeeded) return null
  return (
    <Suspense fallback={isCartOpen && <div className="fixed inset-0 z-40 bg-veil" />}>
      <LazyCartPanel />
    </Suspense>
  )
}
