import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, Suspense, use, useEffect, useState, useSyncExternalStore } from 'react'
import {
  categoryAddress,
  categoryIn,
  isInCategory,
  STOREFRONT_CATEGORIES,
  type StorefrontCategory,
} from '#contract/products/categories.ts'
import type { Product } from '#contract/products/products.ts'
import { written } from '#web/api/page-state.ts'
import { inShelfOrder, MAX_ON_PAGE, productsQuery } from '#web/api/shop-queries.ts'
import { classNames } from '#web/ui/class-names.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { whenUsed } from '#web/ui/when-idle.ts'
import { groupId } from './product-card.tsx'
import { ProductGrid, ProductSkeletons } from './product-grid.tsx'
import { FailedProducts, NoProducts } from './product-states.tsx'
import type { ShowMoreProps } from './show-more.tsx'

/** A page that came with the start of a long list shows that and doesn't fetch more on its own. */
const SECTION_QUERY = { ...productsQuery, refetchOnMount: false }

/** Given by the server alone: a browser reads its own address. */
export const AddressedCategory = createContext<StorefrontCategory | null>(null)

const neverChanges = () => () => {}

export function ProductSection() {
  const { data: list, refetch, isFetching, isStale, error } = useSuspenseQuery(SECTION_QUERY)
  const data = useSyncExternalStore(
    neverChanges,
    () => list,
    () => written ?? list,
  )
  const isPart = data !== null && isStale && !error
  const isRestWanted = isPart && !isFetching
  // The rest of a long list waits until someone uses the page.
  useEffect(() => (isRestWanted ? whenUsed(refetch) : undefined), [isRestWanted, refetch])
  const addressed = use(AddressedCategory)
  const [filter, setFilter] = useState(() => addressed ?? categoryIn(location.search))
  const [shown, setShown] = useState(Math.max(MAX_ON_PAGE, data?.length ?? 0))
  const choose = (category: StorefrontCategory) => {
    history.replaceState(history.state, '', categoryAddress(category))
    setFilter(category)
    setShown(MAX_ON_PAGE)
    if (isRestWanted) void refetch()
  }
  const products = inShelfOrder(data ?? []).filter((product) => isInCategory(product, filter))
  const visible = products.slice(0, shown)
  // Exactly a page of products may be the beginning of a longer list.
  const isCounted = visible.length === products.length && visible.length !== MAX_ON_PAGE
  const hasFailed = data === null || (error !== null && !isFetching)
  return (
    <>
      <CategoryFilter
        chosen={filter}
        onChoose={choose}
        further={unnamed(visible)}
        isCounted={isCounted}
      />
      {visible.length > 0 ? (
        <ProductGrid products={visible} />
      ) : (
        !hasFailed && (isPart || isFetching ? <ProductSkeletons /> : <NoProducts />)
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

/**
 * Categories that no filter button names and the farmer didn't hide, with how many of the given
 * products each has.
 */
function unnamed(products: readonly Product[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const { category, categoryHidden } of products)
    if (
      !categoryHidden &&
      !STOREFRONT_CATEGORIES.some((other) => other !== 'all' && isInCategory({ category }, other))
    )
      counts.set(category, (counts.get(category) ?? 0) + 1)
  return [...counts]
}

const LazyShowMore = lazyComponent(() => import('./show-more.tsx').then(({ ShowMore }) => ShowMore))

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
  'min-h-11 shrink-0 cursor-pointer rounded-full border-[1.5px] px-4.5 font-semibold whitespace-nowrap first-letter:uppercase transition-colors'

type CategoryFilterProps = {
  chosen: StorefrontCategory
  onChoose: (category: StorefrontCategory) => void
  further: readonly (readonly [string, number])[]
  isCounted: boolean
}

function CategoryFilter({ chosen, onChoose, further, isCounted }: CategoryFilterProps) {
  return (
    <fieldset className="sticky top-14 z-20 @max-[17rem]:static -mx-4 mb-1 flex min-w-0 gap-2 overflow-x-auto bg-paper px-4 py-1 [scrollbar-width:none] lg:top-18">
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
      {further.map(([category, count]) => (
        <a
          key={category}
          href={`#${groupId(category)}`}
          className={classNames(
            CHIP,
            'border-transparent leading-10 text-leaf-deep hover:bg-sprout',
          )}
        >
          {category} {isCounted && count}
        </a>
      ))}
    </fieldset>
  )
}
