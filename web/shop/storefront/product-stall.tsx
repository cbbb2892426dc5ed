import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  isInCategory,
  PRODUCT_CATEGORIES,
  STOREFRONT_CATEGORIES,
  type StorefrontCategory,
} from '#contract/categories.ts'
import type { Product } from '#contract/products.ts'
import { inStallOrder, MAX_ON_PAGE, productsQuery } from '#web/api/shop-queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ProductGroup, ProductSkeletons } from './product-grid.tsx'
import { FailedProducts, NoProducts } from './product-states.tsx'
import type { ShowMoreProps } from './show-more.tsx'

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
      {(products.length > 0 || !hasFailed) && (
        <Products products={products.slice(0, shown)} isLoading={isFetching} />
      )}
      {hasFailed ? (
        <FailedProducts onRetry={refetch} isRetrying={isFetching} />
      ) : (
        <MoreProducts
          shown={shown}
          all={products.length}
          onMore={() => setShown(shown + MAX_ON_PAGE)}
        />
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

const LazyShowMore = lazyComponent(() => import('./show-more.tsx').then(({ ShowMore }) => ShowMore))

/** The end of a list that may go on; without scripts it goes on on a page with every product. */
function MoreProducts({ shown, all, onMore }: ShowMoreProps) {
  if (all < MAX_ON_PAGE) return null
  return (
    <div className="grid min-h-14 justify-items-center">
      {shown < all && (
        <Suspense>
          <LazyShowMore shown={shown} all={all} onMore={onMore} />
        </Suspense>
      )}
      <noscript>{import.meta.env.SSR && <a href="/?all=1#products">Show all products</a>}</noscript>
    </div>
  )
}

const CHIP =
  'min-h-11 cursor-pointer rounded-full border-[1.5px] px-4.5 font-semibold whitespace-nowrap first-letter:uppercase transition-colors duration-150'

type CategoryFilterProps = {
  chosen: StorefrontCategory
  onChoose: (category: StorefrontCategory) => void
}

function CategoryFilter({ chosen, onChoose }: CategoryFilterProps) {
  return (
    <fieldset className="mb-6 flex flex-wrap gap-2">
      <legend className="sr-only">Show</legend>
      {STOREFRONT_CATEGORIES.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
          className={classNames(
            CHIP,
            category === chosen
              ? 'border-soil bg-soil text-paper'
              : 'border-straw bg-card hover:border-bark',
          )}
        >
          {category}
        </button>
      ))}
    </fieldset>
  )
}
