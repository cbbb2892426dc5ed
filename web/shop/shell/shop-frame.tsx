import { type ReactNode, Suspense } from 'react'
import { CartPlace } from './lazy-cart.tsx'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'
import { SkipLink } from './skip-link.tsx'

export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <ShopHeader />
      <main id="home" tabIndex={-1} className="grow scroll-mt-24 outline-none">
        <Suspense fallback={null}>{children}</Suspense>
      </main>
      <ShopFooter />
      <CartPlace />
    </div>
  )
}
