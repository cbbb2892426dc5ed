import { contentPageQuery } from './api/content-page-query.ts'
import { NewsletterPlace } from './features/newsletter/newsletter-place.tsx'
import { DeskSkeleton } from './features/shell/desk-skeleton.tsx'
import { browserPage, laterPage } from './features/shell/later-page.tsx'
import type { Page } from './features/shell/page.ts'
import { HomePage } from './features/storefront/home-page.tsx'
import { PageHead } from './ui/page-head.tsx'

/** Every page of the shop; any other path is not found. */
export const PAGES: readonly Page[] = [
  { path: '/', frame: 'shop', element: <HomePage newsletter={<NewsletterPlace />} /> },
  {
    path: '/checkout',
    frame: 'checkout',
    ...laterPage(
      () => import('./features/checkout/checkout-page.tsx').then((code) => code.CheckoutPage),
      <PageHead
        key="head"
        title="Checkout – Farmstand"
        description="Pay for your order at Farmstand."
        isListed={false}
      />,
    ),
  },
  {
    path: '/o/:secret',
    frame: 'shop',
    needs: (secret) => ['/api/receipts', secret],
    ...laterPage(() => import('./features/receipt/receipt-page.tsx').then((code) => code.ReceiptPage), null),
  },
  {
    path: '/pages/:slug',
    frame: 'shop',
    needs: (slug) => contentPageQuery(slug).queryKey,
    ...laterPage(() => import('./features/content-page/content-page.tsx').then((code) => code.ContentPage), null),
  },
  {
    path: '/admin',
    frame: 'bare',
    ...browserPage(
      () => import('./features/admin/admin-page.tsx').then((code) => code.AdminPage),
      <DeskSkeleton />,
      <PageHead key="head" title="Farmstand desk" description="The owner's desk." isListed={false} />,
    ),
  },
]
