import type { Product } from '#contract/products.ts'
import { ProductCard } from './product-card.tsx'

export const GRID = 'grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 xl:grid-cols-4'

export function ProductGroup({
  category,
  products,
  firstRow,
}: {
  category: string
  products: Product[]
  firstRow: ReadonlySet<number>
}) {
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
