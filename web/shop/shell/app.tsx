import type { QueryClient } from '@tanstack/react-query'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { CartProvider } from '#web/shop/cart/cart-store.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import type { Page } from './later-page.tsx'
import { ShopFrame } from './shop-frame.tsx'

const FRAMES = { shop: ShopFrame, own: ({ children }: { children: ReactNode }) => children }

type AppProps = { page: Page; lastSegment: string; client: QueryClient }

/** Every page is entered by a full page load. */
export function App({ page, lastSegment, client }: AppProps) {
  const Frame = FRAMES[page.frame]
  return (
    <QueryClientProvider client={client}>
      <CartProvider>
        <Boundary part="page">
          <Frame>
            <Suspense fallback={null}>
              {typeof page.element === 'function' ? page.element(lastSegment) : page.element}
            </Suspense>
          </Frame>
        </Boundary>
        <Boundary part="page">
          <Toaster />
          <Announcer />
        </Boundary>
      </CartProvider>
    </QueryClientProvider>
  )
}
