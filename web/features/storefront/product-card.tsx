import { Plus } from 'lucide-react'
import { toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { useCart } from '#web/features/cart/cart-store.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { StockIndicator } from './stock-indicator.tsx'

/** A product on the stall. */
export function ProductCard({ product, isFirst }: { product: Product; isFirst: boolean }) {
  const { items } = useCart()
  const inCart = items.find((line) => line.product.id === product.id)?.quantity ?? 0
  return (
    <li className="flex flex-col overflow-hidden rounded-2xl border border-straw bg-card">
      <div className="relative">
        <Picture url={product.imageUrl} use="card" isFirst={isFirst} className="aspect-4/3 w-full" />
        {inCart > 0 && (
          <span
            key={inCart}
            className="pop absolute top-2 right-2 rounded-full bg-leaf px-2.5 py-0.5 text-sm font-semibold text-white tabular-nums"
          >
            {inCart} in cart
          </span>
        )}
      </div>
      <div className="flex grow flex-col gap-0.5 p-3 sm:p-4">
        <p className="text-sm text-bark-deep">{product.category}</p>
        <h4 className="text-[1.0625rem] wrap-break-word hyphens-auto sm:text-xl">{product.name}</h4>
        <StockIndicator stock={product.stock} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-3">
          <Price amount={toCents(product.price)} className="font-serif text-xl font-semibold sm:text-2xl" />
          <AddButton product={product} inCart={inCart} />
        </div>
      </div>
    </li>
  )
}

function AddButton({ product, inCart }: { product: Product; inCart: number }) {
  const { addItem } = useCart()
  const isOut = product.stock <= 0
  const add = () => {
    if (isOut) {
      toast({ title: 'Out of Stock', description: 'This product is currently out of stock.', variant: 'destructive' })
    } else if (inCart >= product.stock) {
      toast({ title: 'That is all we have', description: `All ${product.stock} of ${product.name} are in your cart.` })
    } else {
      addItem(product)
      announce(`Added ${product.name}; ${inCart + 1} in your cart.`)
    }
  }
  return (
    <button
      type="button"
      onClick={add}
      aria-label={`Add ${product.name} to cart`}
      className={buttonLook({ variant: isOut ? 'muted' : 'primary' }, 'pr-4 pl-4 sm:pl-3')}
    >
      <Plus aria-hidden="true" className="size-4.5 max-sm:hidden" strokeWidth={2.4} />
      Add
    </button>
  )
}
