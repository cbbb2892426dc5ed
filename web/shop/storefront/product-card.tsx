import { memo } from 'react'
import { toCents } from '#contract/money/money.ts'
import { PRODUCT_CATEGORIES } from '#contract/products/categories.ts'
import { productPath } from '#contract/products/product-path.ts'
import type { Product } from '#contract/products/products.ts'
import { unitBeside } from '#contract/products/unit-beside.ts'
import { useCartActions, useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CARD, Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { holdFocus, QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { StockIndicator } from './stock-indicator.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

type ProductCardProps = {
  product: Product
  /** The first product of a category names it as a heading. */
  startsGroup?: boolean
  heading?: 'h3' | 'h4'
}

/** Memoized: there may be a thousand cards, and a cart change re-renders only their buttons. */
export const ProductCard = memo(function ProductCard({
  product,
  startsGroup = false,
  heading = 'h4',
}: ProductCardProps) {
  return (
    <li className="relative flex flex-col rounded-2xl border border-straw bg-card">
      <Picture url={product.imageUrl} use={CARD} className="w-full rounded-t-2xl" />
      <div className="flex grow flex-col px-3 py-2 sm:px-4">
        <Category name={product.category} isHeading={startsGroup} />
        <ProductLink product={product} heading={heading} />
        <StockIndicator stock={product.stock} />
        <div className="mt-auto grid items-center gap-1 md:pt-1 md:flex md:flex-wrap md:justify-between">
          <p className="leading-tight">
            {product.weighed ?? (
              <>
                <Price
                  amount={toCents(product.price)}
                  className="font-serif text-xl font-semibold"
                />
                {unitBeside(product) && (
                  <span className="text-sm text-bark-deep"> / {product.unit}</span>
                )}
              </>
            )}
            {product.snap && <span className="block text-sm text-bark-deep">SNAP eligible</span>}
          </p>
          <BuyButton product={product} />
        </div>
      </div>
    </li>
  )
})

function Category({ name, isHeading }: { name: string; isHeading: boolean }) {
  if (!isHeading) return <p className="text-sm leading-5 text-bark-deep">{name}</p>
  return (
    <h3
      id={groupId(name)}
      className="relative -mt-3 mb-2 -ml-3 self-start rounded-r-full bg-leaf px-3 font-sans text-sm leading-6 tracking-normal text-on-leaf scroll-mt-72 sm:-ml-4 sm:pl-4"
    >
      {name}
    </h3>
  )
}

/** The farm's own are prefixed; otherwise one named `visit` or `contact` would take that anchor. */
export function groupId(category: string): string {
  const id = category.replaceAll(' ', '-')
  return PRODUCT_CATEGORIES.some((name) => name === category) ? id : `shelf-${id}`
}

type ProductLinkProps = Required<Pick<ProductCardProps, 'product' | 'heading'>>

function ProductLink({ product, heading: Heading }: ProductLinkProps) {
  return (
    <a href={productPath(product)} className="rounded-lg after:absolute after:inset-0">
      <Heading className="text-[1.0625rem] wrap-break-word hyphens-auto sm:text-[1.1875rem]">
        {product.name}
      </Heading>
    </a>
  )
}

/** Add, or the stepper once it is in the cart. */
export function BuyButton({ product }: { product: Product }) {
  const add = useAddToCart()
  const { updateQuantity } = useCartActions()
  const quantity = useQuantityInCart(product)
  const addLabel = `Add ${product.name} to cart`
  if (quantity > 0)
    return (
      <QuantityStepper
        name={product.name}
        quantity={quantity}
        min={0}
        addLabel={addLabel}
        max={Number.POSITIVE_INFINITY}
        onStep={(by) => {
          const left = quantity + by
          if (by > 0) return add(product)
          updateQuantity(product.id, left)
          announce(`Took out one ${product.name}; ${left} in your cart.`)
          if (left === 0)
            toast({
              title: `Removed ${product.name} from your cart`,
              action: { label: 'Undo', run: () => add(product) },
            })
        }}
        className="relative z-1 flex items-center justify-between rounded-full bg-leaf text-on-leaf"
      />
    )
  const out = product.stock <= 0 && (product.back ?? 'Sold out')
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => holdFocus(currentTarget, () => add(product))}
      aria-label={out ? `${addLabel}, ${out.toLowerCase()}` : addLabel}
      className={buttonLook({ variant: out ? 'muted' : 'sprout' }, 'relative z-1 px-4')}
    >
      {out || (
        <>
          <Icon name="plus" className="size-4.5" strokeWidth={2.4} />
          Add
        </>
      )}
    </button>
  )
}
