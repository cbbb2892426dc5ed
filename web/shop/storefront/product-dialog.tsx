import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCents } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import emptyCrate from '#web/drawings/empty-crate.svg?no-inline'
import { useQuantityInCart } from '#web/shop/cart/cart-store.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { dropHash } from '#web/ui/use-hash.ts'
import { PickupHint } from './pickup-hint.tsx'
import { productAddress, type VisitNote } from './product-address.ts'
import { FailedProducts } from './product-states.tsx'
import { StockIndicator } from './stock-indicator.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

type View = { title: string; content: ReactNode; footer?: ReactNode }

/** A product's own view over the stall: everything there is to know of it, and the way into the cart. */
export function ProductDialog({ id, isOpen }: { id: number; isOpen: boolean }) {
  const { title, content, footer } = useView(id)
  return (
    <Dialog
      open={isOpen}
      onClose={leaveProduct}
      onFocusLost={() => focusCard(id)}
      title={title}
      place="wide"
      footer={footer}
    >
      {content}
    </Dialog>
  )
}

/** Who came by a shared link is taken to the card; who went on to a section is left there. */
function focusCard(id: number): void {
  const link = document.querySelector<HTMLElement>(`a[href="${productAddress(id)}"]`)
  link?.focus({ preventScroll: location.hash !== '' })
}

function useView(id: number): View {
  const list = useQuery(productsQuery)
  const product = list.data?.find((one) => one.id === id)
  if (product) {
    return {
      title: product.name,
      content: <ProductFacts product={product} />,
      footer: <BuyFooter product={product} />,
    }
  }
  if (list.data && !list.isStale)
    return { title: 'Not for sale', content: <GoneProduct onLeave={leaveProduct} /> }
  if (list.isFetching) return { title: 'One moment', content: <Looking /> }
  return {
    title: 'Could not load',
    content: <FailedProducts onRetry={list.refetch} isRetrying={false} />,
  }
}

function ProductFacts({ product }: { product: Product }) {
  return (
    <div className="grid gap-5 md:grid-cols-2 md:gap-6">
      <Picture
        url={product.imageUrl}
        use="large"
        isFirst
        className="aspect-4/3 w-full rounded-2xl"
      />
      <div>
        <p className="text-bark-deep">{product.category}</p>
        <StockIndicator stock={product.stock} />
        {product.description && (
          <p className="mt-3 wrap-break-word whitespace-pre-line">{product.description}</p>
        )}
        {product.allergens && (
          <p className="mt-3">
            <strong>Allergens:</strong> {product.allergens}
          </p>
        )}
        <PickupHint />
      </div>
    </div>
  )
}

function BuyFooter({ product }: { product: Product }) {
  const add = useAddToCart()
  const inCart = useQuantityInCart(product)
  return (
    <div className="flex items-center gap-4">
      <p>
        <Price amount={toCents(product.price)} className="font-serif text-2xl font-semibold" />
        {product.unit && <span className="text-[0.9375rem] text-bark-deep"> / {product.unit}</span>}
      </p>
      <span className="grow text-right text-[0.9375rem] text-bark-deep tabular-nums">
        {inCart > 0 && `${inCart} in your cart`}
      </span>
      <Button
        size="lg"
        variant={product.stock <= 0 ? 'muted' : 'primary'}
        onClick={() => add(product)}
      >
        Add to cart
      </Button>
    </div>
  )
}

function Looking() {
  return (
    <div
      role="status"
      aria-label="Loading the product"
      className="grid gap-5 md:grid-cols-2 md:gap-6"
    >
      <Skeleton className="aspect-4/3 w-full" />
      <Skeleton className="h-5 w-4/5" />
    </div>
  )
}

function GoneProduct({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center text-lg">
      <img src={emptyCrate} alt="" width={160} height={110} className="w-44" />
      <p>This product is no longer for sale.</p>
      <Button onClick={onLeave}>Back to the shop</Button>
    </div>
  )
}

/** Leaves the product's view: back to the stall it was opened from, or in its place when the visit began with it. */
function leaveProduct(): void {
  const entry: VisitNote | null = history.state
  if (entry?.isOverStall) {
    // A second Escape before the browser has gone back must not go back again.
    history.replaceState({ isOverStall: false } satisfies VisitNote, '')
    history.back()
  } else {
    dropHash()
  }
}
