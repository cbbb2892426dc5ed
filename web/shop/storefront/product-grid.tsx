import type { Product } from '#contract/products.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ProductCard } from './product-card.tsx'

const GRID = 'grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 xl:grid-cols-4'

type ProductGroupProps = { category: string; products: Product[]; firstRow: ReadonlySet<number> }

export function ProductGroup({ category, products, firstRow }: ProductGroupProps) {
  return (
    <div className="mb-8">
      <h3 className="mb-3 text-[1.375rem]">{category}</h3>
      <ul className={GRID}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} isFirst={firstRow.has(product.id)} />
        ))}
      </ul>
    </div>
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
          <Skeleton className="aspect-4/3 w-full rounded-none" />
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
