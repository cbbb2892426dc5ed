import type { Product } from '#contract/products.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

/** What takes the focus comes to rest under the chips that stick, not behind them. */
export const GRID =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-x-3 gap-y-2.5 md:grid-cols-3 md:gap-4.5 lg:grid-cols-4 [&_:is(a,button)]:scroll-mt-9'

const FIRST_ROW = 4

type ProductGridProps = {
  products: readonly Product[]
  /** They are all there are: a category's tab says how many it has. */
  isCounted: boolean
}

/** One flowing list; a category begins where its tab stands, and leaves no cell empty. */
export function ProductGrid({ products, isCounted }: ProductGridProps) {
  const countOf = (category: string) =>
    isCounted ? products.filter((one) => one.category === category).length : 0
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          isFirst={index < FIRST_ROW}
          inGroup={
            product.category === products[index - 1]?.category ? null : countOf(product.category)
          }
        />
      ))}
    </ul>
  )
}

/** How many shapes stand in for the products while they load (specification, section 9). */
const SKELETONS = 8

const SHAPES = Array.from({ length: SKELETONS }, (_, index) => `shape-${index}`)

export function ProductSkeletons() {
  return (
    <div role="status" aria-label="Loading products" className={GRID}>
      {SHAPES.map((shape) => (
        <div
          key={shape}
          data-testid="skeleton"
          className="overflow-hidden rounded-2xl border border-straw bg-card"
        >
          <Skeleton className="aspect-8/5 w-full rounded-none" />
          <div className="grid gap-2.5 p-4">
            <Skeleton className="h-3.5 w-1/2" />
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-3.5 w-1/3" />
            <Skeleton className="mt-3 h-11 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
