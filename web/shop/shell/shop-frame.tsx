import { type ReactNode, Suspense } from 'react'
import { CartBar } from '#web/shop/cart/cart-bar.tsx'
import { NextPickup } from '#web/shop/storefront/next-pickup.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { LazyCart } from './cart-button.tsx'
import { ShopFooter } from './shop-footer.tsx'
import { ShopHeader } from './shop-header.tsx'

export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Boundary part="header">
        <ShopHeader />
      </Boundary>
      <main id="home" tabIndex={-1} className="grow scroll-mt-24 outline-none">
        <NextPickup />
        <Boundary part="page">
          <Suspense fallback={null}>{children}</Suspense>
        </Boundary>
      </main>
      <ShopFooter />
      <Boundary part="cart">
        <CartBar />
        <LazyCart />
      </Boundary>
    </div>
  )
}

export function SkipLink() {
  return (
    <a
      href="#home"
      className="sr-only z-50 rounded-full bg-leaf font-semibold text-on-leaf focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-5 focus:py-3"
    >
      Skip to the content
    </a>
  )
}
