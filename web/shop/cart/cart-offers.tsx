import { useQuery } from '@tanstack/react-query'
import { DEFAULT_TERMS } from '#contract/calendar/delivery.ts'
import { type Cents, cents, formatDollars, toCents } from '#contract/money/money.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { Product } from '#contract/products/products.ts'
import { productsQuery } from '#web/api/shop-queries.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { Picture, THUMB } from '#web/ui/picture.tsx'
import { Price } from '#web/ui/price.tsx'
import { addingTo } from './adding-store.ts'
import { useCart } from './cart-store.tsx'
import { useDeliveryHint } from './delivery-hint.ts'

export function CartOffers() {
  const cart = useCart()
  const { area } = useDeliveryHint(cart)
  const { data } = useQuery(productsQuery)
  const { items, subtotal, canDeliver, terms = DEFAULT_TERMS } = cart
  const isShort = !canDeliver && area !== null && addingTo() === null
  const missing = isShort ? cents(terms.minimum - subtotal) : null
  const offers = items.length > 0 ? offersFor(items, data ?? [], missing) : []
  if (offers.length === 0) return null
  const add = (product: Product) => {
    cart.addItem(product)
    announce(`${product.name} is in your cart.`)
  }
  return (
    <section aria-labelledby="offers" className="pt-5">
      <h3 id="offers" className="text-lg">
        {missing === null ? 'Goes with it' : `${formatDollars(missing)} to go for delivery`}
      </h3>
      {/* Not list items: the cart's lines are the list. */}
      <div>
        {offers.map((product) => (
          <div key={product.id} className="flex items-center gap-3 py-2">
            <Picture url={product.imageUrl} use={THUMB} className="size-16 rounded-xl" />
            <span className="min-w-0 grow leading-snug wrap-anywhere">
              <span className="block font-semibold">{product.name}</span>
              <Price amount={toCents(product.price)} className="text-sm text-bark-deep" />
            </span>
            <Button
              variant="sprout"
              size="sm"
              aria-label={`Add ${product.name} to cart`}
              onClick={() => add(product)}
            >
              Add
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}

const SHOWN = 3

/** What costs about what a delivery lacks; else what the cart has none of, one of each category. */
export function offersFor(
  items: readonly CartLine[],
  products: readonly Product[],
  missing: Cents | null,
): Product[] {
  const taken = new Set(items.map(({ product }) => product.id))
  const free = products.filter(({ id, stock }) => stock > 0 && !taken.has(id))
  const away = ({ price }: Product) => Math.abs(toCents(price) - (missing ?? 0))
  if (missing !== null)
    return free.toSorted((one, other) => away(one) - away(other)).slice(0, SHOWN)
  const known = new Set(items.map(({ product }) => product.category))
  const firsts = free.filter(({ category }) => {
    const isNew = !known.has(category)
    known.add(category)
    return isNew
  })
  return firsts.slice(0, SHOWN)
}
