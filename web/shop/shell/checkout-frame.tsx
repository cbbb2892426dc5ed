import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { Brand } from './brand.tsx'
import { SkipLink } from './skip-link.tsx'

export function CheckoutFrame({ children }: { children: ReactNode }) {
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
        {children}
      </main>
    </div>
  )
}
