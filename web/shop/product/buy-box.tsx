import { useState } from 'react'
import { formatDollars, times, toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { StockIndicator } from '#web/shop/storefront/stock-indicator.tsx'
import { useAddToCart } from '#web/shop/storefront/use-add-to-cart.ts'
import { NotifyMe } from '#web/shop/waiting-list/notify-me.tsx'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'

/** Price, stock, and the way into the cart, which is open to what is sold out: it says so. */
export function BuyBox({ product }: { product: Product }) {
  const add = useAddToCart()
  const inCart = useQuantityInCart(product)
  const [typed, setTyped] = useState(1)
  const most = Math.max(1, product.stock - inCart)
  const quantity = Math.min(typed, most)
  const price = toCents(product.price)
  const isSoldOut = product.stock <= 0
  const buy = () => {
    add(product, quantity)
    setTyped(1)
  }
  return (
    <>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p>
          <Price amount={price} className="font-serif text-[1.75rem] font-semibold" />
          {product.weighed ? (
            <span className="block text-bark-deep">{product.weighed}</span>
          ) : (
            product.unit && <span className="text-bark-deep"> / {product.unit}</span>
          )}
        </p>
        <StockIndicator stock={product.stock} />
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        {!isSoldOut && (
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            min={1}
            max={most}
            onStep={(by) => setTyped(quantity + by)}
            className="flex shrink-0 items-center rounded-full border-[1.5px] border-bark px-1"
          />
        )}
        <Button
          size="lg"
          variant={isSoldOut ? 'muted' : 'primary'}
          onClick={buy}
          aria-label={
            isSoldOut ? `Add ${product.name} to cart, ${product.back ?? 'sold out'}` : undefined
          }
          className="grow px-3 tabular-nums"
        >
          {isSoldOut ? (
            (product.back ?? 'Sold out')
          ) : (
            <span>Add to cart · {formatDollars(times(price, quantity))}</span>
          )}
        </Button>
      </div>
      {isSoldOut && <NotifyMe product={product} />}
      {inCart > 0 && <p className="mt-2 text-bark-deep tabular-nums">{inCart} in your cart</p>}
    </>
  )
}
