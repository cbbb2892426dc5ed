import { Suspense } from 'react'
import { MAX_ON_PAGE } from '#web/api/products-query.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import type { ShowMoreProps } from './show-more.tsx'

const LazyShowMore = lazyPart(() => import('./show-more.tsx').then(({ ShowMore }) => ShowMore))

/** The end of a list that may go on; without scripts it goes on on a page with every product. */
export function MoreProducts({ shown, all, onMore }: ShowMoreProps) {
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
