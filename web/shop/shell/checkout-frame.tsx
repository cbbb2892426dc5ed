import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LEGAL_SLUGS } from '#contract/pages/legal-slugs.ts'
import { pageLinksQuery, useSettings } from '#web/api/shop-queries.ts'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { CheckoutPage } from '#web/shop/checkout/checkout-page.tsx'
import { Boundary, Safe } from '#web/ui/boundary.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Brand } from './brand.tsx'
import { SkipLink } from './shop-frame.tsx'

export function CheckoutInFrame() {
  return (
    <Safe value={SAFE}>
      <div className="min-h-dvh">
        <SkipLink />
        <header className="@container border-b border-straw">
          <div className="wrap flex min-h-16 flex-wrap items-center justify-between gap-x-3">
            <Brand />
            <a href="/#products" className={buttonLook({ variant: 'plain' }, '-mr-3')}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              <span>
                Back<span className="max-sm:sr-only"> to the shop</span>
              </span>
            </a>
          </div>
        </header>
        <main id="home" tabIndex={-1} className="outline-none">
          <Boundary part="page">
            <CheckoutPage />
          </Boundary>
        </main>
        <CheckoutFoot />
        <Boundary part="cart">
          <CartToEdit />
        </Boundary>
      </div>
    </Safe>
  )
}

const SAFE = 'Your cart and what you typed are saved, except your card. You won’t be charged twice.'

const LazyCartDialog = lazyComponent(() =>
  import('#web/shop/cart/cart-panel.tsx').then(({ CartDialog }) => CartDialog),
)

function CartToEdit() {
  const { isCartOpen } = useCart()
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && isCartOpen) setNeeded(true)
  return (
    <Suspense fallback={<div className="fixed inset-0 z-40 bg-veil" />}>
      {isNeeded && <LazyCartDialog />}
    </Suspense>
  )
}

export function CheckoutFoot() {
  const { data } = useSuspenseQuery(pageLinksQuery)
  const phone = useSettings()('contact_phone')
  const pages = LEGAL_SLUGS.flatMap((slug) => data?.find((page) => page.slug === slug) ?? [])
  if (pages.length === 0 && !phone) return null
  return (
    <footer className="mt-4 border-t border-straw pt-3 pb-6 text-bark-deep">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8">
        {phone && (
          <p>
            Questions? Call us: <PhoneLink number={phone} />
          </p>
        )}
        {pages.length > 0 && (
          <nav aria-label="Terms and privacy">
            <ul className="flex flex-wrap gap-x-5">
              {pages.map(({ slug, title }) => (
                <li key={slug}>
                  <TextLink href={`/pages/${slug}`} className="font-normal">
                    {title}
                  </TextLink>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  )
}
