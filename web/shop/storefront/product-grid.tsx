import type { Product } from '#contract/products/products.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

export const GRID = 'shop-grid'

export function ProductGrid({ products }: { products: readonly Product[] }) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          startsGroup={product.category !== products[index - 1]?.category}
        />
      ))}
    </ul>
  )
}

/** Placeholders while products load (specification, section 9). */
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
