import { formatDollars } from '#contract/money/money.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { useCart } from './cart-store.tsx'

export function CartBar() {
  const { count, subtotal, toggleCart } = useCart()
  if (count === 0) return null
  return (
    <div className="cart-bar fixed inset-x-0 bottom-0 z-30 border-t border-straw bg-card p-2.5 sm:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={toggleCart}
        className={buttonLook({ size: 'lg' }, 'w-full flex-wrap tabular-nums')}
      >
        {count} {count === 1 ? 'item' : 'items'} · {formatDollars(subtotal)}
        <span className="ml-auto">View cart</span>
      </button>
    </div>
  )
}
