import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isInCategory, PRODUCT_CATEGORIES, type StorefrontCategory } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { inStallOrder, productsQuery } from '#web/api/products-query.ts'
import { CategoryFilter } from './category-filter.tsx'
import { ProductGroup } from './product-group.tsx'
import { FailedProducts, NoProducts } from './product-states.tsx'

/** The stall: a filter, and the products grouped by category. */
export function ProductStall() {
  const [filter, setFilter] = useState<StorefrontCategory>('all')
  const { data, refetch, isFetching } = useSuspenseQuery(productsQuery)
  return (
    <>
      <CategoryFilter chosen={filter} onChoose={setFilter} />
      {data === null ? (
        <FailedProducts onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <ProductGroups products={inStallOrder(data).filter((product) => isInCategory(product, filter))} />
      )}
    </>
  )
}

/** Fetched at once: the pictures of the first row. */
const FIRST_ROW = 4

function ProductGroups({ products }: { products: Product[] }) {
  if (products.length === 0) return <NoProducts />
  const first = new Set(products.slice(0, FIRST_ROW).map(({ id }) => id))
  const groups = PRODUCT_CATEGORIES.map((category) => ({
    category,
    products: products.filter((one) => one.category === category),
  }))
  return groups
    .filter((group) => group.products.length > 0)
    .map((group) => <ProductGroup key={group.category} {...group} firstRow={first} />)
}
