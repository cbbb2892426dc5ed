import { memo } from 'react'
import { toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { productAddress } from './product-address.ts'
import { StockIndicator } from './stock-indicator.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

type ProductCardProps = { product: Product; isFirst: boolean }

/** A product on the stall; there may be a thousand, so a change of the cart draws no card again, only its mark. */
export const ProductCard = memo(function ProductCard({ product, isFirst }: ProductCardProps) {
  return (
    <li className="relative flex flex-col overflow-hidden rounded-2xl border border-straw bg-card">
      <Picture url={product.imageUrl} use="card" isFirst={isFirst} className="aspect-4/3 w-full" />
      <InCart product={product} />
      <div className="flex grow flex-col gap-0.5 p-3 sm:p-4">
        <p className="text-sm text-bark-deep">{product.category}</p>
        <ProductLink product={product} />
        <StockIndicator stock={product.stock} />
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-1 pt-3">
          <p className="leading-tight">
            <Price
              amount={toCents(product.price)}
              className="font-serif text-xl font-semibold sm:text-2xl"
            />
            {product.unit && (
              <span className="text-sm text-bark-deep max-sm:block"> / {product.unit}</span>
            )}
          </p>
          <AddButton product={product} />
        </div>
      </div>
    </li>
  )
})

function ProductLink({ product: { id, name } }: { product: Product }) {
  return (
    <a href={productAddress(id)} className="rounded-lg after:absolute after:inset-0">
      <h4 className="text-[1.0625rem] wrap-break-word hyphens-auto sm:text-xl">{name}</h4>
    </a>
  )
}

function InCart({ product }: { product: Product }) {
  const inCart = useQuantityInCart(product)
  if (inCart === 0) return null
  return (
    <span
      key={inCart}
      className="pop absolute top-2 right-2 rounded-full bg-leaf px-2.5 py-0.5 text-sm font-semibold text-white tabular-nums"
    >
      {inCart} in cart
    </span>
  )
}

function AddButton({ product }: { product: Product }) {
  const add = useAddToCart()
  return (
    <button
      type="button"
      onClick={() => add(product)}
      aria-label={`Add ${product.name} to cart`}
      className={buttonLook(
        { variant: product.stock <= 0 ? 'muted' : 'primary' },
        'relative z-1 pr-4 pl-4 sm:pl-3',
      )}
    >
      <Icon name="plus" className="size-4.5 max-sm:hidden" strokeWidth={2.4} />
      Add
    </button>
  )
}
