import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isInCategory, PRODUCT_CATEGORIES, type StorefrontCategory } from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { inStallOrder, MAX_ON_PAGE, productsQuery } from '#web/api/products-query.ts'
import { CategoryFilter } from './category-filter.tsx'
import { MoreProducts } from './more-products.tsx'
import { ProductGroup } from './product-group.tsx'
import { ProductSkeletons } from './product-skeletons.tsx'
import { FailedProducts, NoProducts } from './product-states.tsx'

export function ProductStall() {
  const { data, refetch, isFetching, isStale } = useSuspenseQuery(productsQuery)
  const [filter, setFilter] = useState<StorefrontCategory>('all')
  // A page that came with every product shows every product.
  const [shown, setShown] = useState(Math.max(MAX_ON_PAGE, data?.length ?? 0))
  const choose = (category: StorefrontCategory) => {
    setFilter(category)
    setShown(MAX_ON_PAGE)
  }
  const products = inStallOrder(data ?? []).filter((product) => isInCategory(product, filter))
  const hasFailed = data === null || (isStale && !isFetching)
  return (
    <>
      <CategoryFilter chosen={filter} onChoose={choose} />
      {(products.length > 0 || !hasFailed) && <Products products={products.slice(0, shown)} isLoading={isFetching} />}
      {hasFailed ? (
        <FailedProducts onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <MoreProducts shown={shown} all={products.length} onMore={() => setShown(shown + MAX_ON_PAGE)} />
      )}
    </>
  )
}

const FIRST_ROW = 4

function Products({ products, isLoading }: { products: Product[]; isLoading: boolean }) {
  if (products.length === 0) return isLoading ? <ProductSkeletons /> : <NoProducts />
  const first = new Set(products.slice(0, FIRST_ROW).map(({ id }) => id))
  const groups = PRODUCT_CATEGORIES.map((category) => ({
    category,
    products: products.filter((one) => one.category === category),
  }))
  return groups
    .filter((group) => group.products.length > 0)
    .map((group) => <ProductGroup key={group.category} {...group} firstRow={first} />)
}
