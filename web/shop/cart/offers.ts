import { type Cents, toCents } from '#contract/money/money.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { Product } from '#contract/products/products.ts'

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
