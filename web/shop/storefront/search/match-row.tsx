import { Plus } from 'lucide-react'
import { toCents } from '#contract/money/money.ts'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { StockIndicator } from '../stock-indicator.tsx'
import { useAddToCart } from '../use-add-to-cart.ts'

export function cellsOf(listId: string, { id }: Product): readonly [open: string, add: string] {
  return [`${listId}-open-${id}`, `${listId}-add-${id}`]
}

type MatchRowProps = {
  product: Product
  cells: readonly [open: string, add: string]
  active: string | null
  onOpen: () => void
}

export function MatchRow({ product, cells: [open, add], active, onOpen }: MatchRowProps) {
  const addToCart = useAddToCart()
  const inCart = useQuantityInCart(product)
  const isHere = active === open || active === add
  return (
    <tr aria-selected={isHere} className={classNames('hover:bg-sprout', isHere && 'bg-sprout')}>
      <td className="w-full p-1">
        <a
          id={open}
          href={productPath(product)}
          tabIndex={-1}
          onClick={onOpen}
          data-here={active === open || undefined}
          className="flex items-center gap-3 rounded-xl p-2 -outline-offset-4"
        >
          <Picture
            url={product.imageUrl}
            use={THUMB}
            className="size-14 shrink-0 rounded-lg @max-[19rem]:hidden"
          />
          <div>
            <p className="leading-snug font-semibold wrap-anywhere">{product.name}</p>
            <div className="flex flex-wrap items-center gap-x-3.5">
              <Price amount={toCents(product.price)} />
              <StockIndicator stock={product.stock} />
              {inCart > 0 && <p className="text-[0.9375rem] text-bark-deep">{inCart} in cart</p>}
            </div>
          </div>
        </a>
      </td>
      <td className="pr-3">
        <button
          id={add}
          type="button"
          tabIndex={-1}
          onClick={() => addToCart(product)}
          aria-label={`Add ${product.name} to cart`}
          data-here={active === add || undefined}
          className={buttonLook({
            variant: product.stock <= 0 ? 'muted' : 'primary',
            size: 'icon',
          })}
        >
          <Plus aria-hidden="true" className="size-5" strokeWidth={2.4} />
        </button>
      </td>
    </tr>
  )
}
