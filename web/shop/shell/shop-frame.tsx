import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { pageLinksQuery, useSettings } from '#web/api/shop-queries.ts'
import { CartBar } from '#web/shop/cart/cart-bar.tsx'
import { NextPickup } from '#web/shop/storefront/next-pickup.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { LazyCart } from './cart-button.tsx'
import { SECTIONS, ShopHeader } from './shop-header.tsx'

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

function ShopFooter() {
  return <ServerPart id="footer">{import.meta.env.SSR && <Footer />}</ServerPart>
}

function Footer() {
  const setting = useSettings()
  const { data } = useSuspenseQuery(pageLinksQuery)
  const pages = (data ?? []).map(({ title, slug }) => ({ href: `/pages/${slug}`, label: title }))
  return (
    <footer className="on-dark mt-6 bg-foot pt-3 pb-20 sm:pt-8 sm:pb-8 text-on-foot">
      <div className="wrap flex flex-wrap items-start justify-between gap-x-12">
        <p className="py-1.5">{setting('farm_name')} · From our farm to your table.</p>
        <nav aria-label="Quick links">
          <ul className="flex flex-wrap gap-x-4">
            {[...SECTIONS, ...pages, { href: '/admin', label: 'Admin' }].map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
