import { ArrowLeft } from 'lucide-react'
import { CheckoutPage } from '#web/shop/checkout/checkout-page.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { SkipLink } from './shop-frame.tsx'

export function CheckoutInFrame() {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="border-b border-straw">
        <div className="wrap flex h-16 items-center justify-between gap-3">
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
        <CheckoutPage />
      </main>
    </div>
  )
}
