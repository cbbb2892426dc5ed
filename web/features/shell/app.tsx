import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { CartProvider } from '#web/features/cart/cart-store.tsx'
import { Announcer } from '#web/ui/announcer.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { CheckoutFrame } from './checkout-frame.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import type { Page } from './page.ts'
import { ShopFrame } from './shop-frame.tsx'

const FRAMES = { shop: ShopFrame, checkout: CheckoutFrame, bare: ({ children }: { children: ReactNode }) => children }

type AppProps = {
  pages: readonly Page[]
  client: QueryClient /** The path to render where there is no address bar. */
  ssrPath?: string
}

/** The whole shop: the page of the path in its frame, with the cart and the toasts. */
export function App({ pages, client, ssrPath }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <Router {...(ssrPath === undefined ? {} : { ssrPath })}>
        <CartProvider>
          <Switch>
            {pages.map((page) => (
              <Route key={page.path} path={page.path}>
                <Framed page={page} />
              </Route>
            ))}
            <Route>
              <ShopFrame>
                <NotFoundPage />
              </ShopFrame>
            </Route>
          </Switch>
          <Toaster />
          <Announcer />
        </CartProvider>
      </Router>
    </QueryClientProvider>
  )
}

function Framed({ page }: { page: Page }) {
  const Frame = FRAMES[page.frame]
  return (
    <Frame>
      <Suspense fallback={null}>{page.element}</Suspense>
    </Frame>
  )
}
