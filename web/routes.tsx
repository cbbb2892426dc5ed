import { PageHead } from './head/page-head.tsx'
import { LazyChat } from './shop/chat/lazy-chat.tsx'
import { CheckoutHead } from './shop/checkout/checkout-head.tsx'
import { LazyNewsletter } from './shop/newsletter/lazy-newsletter.tsx'
import { NewsletterSection } from './shop/newsletter/newsletter-section.tsx'
import { LazyPlaced } from './shop/placed/lazy-placed.tsx'
import { laterPage, type Page } from './shop/shell/later-page.tsx'
import { HomePage } from './shop/storefront/home-page.tsx'
import { Boundary } from './ui/boundary.tsx'

export const ANY_OTHER = '*'

const PAGES: readonly Page[] = [
  {
    path: '/',
    frame: 'shop',
    element: (
      <HomePage newsletter={import.meta.env.SSR && <NewsletterSection />}>
        <LazyPlaced />
        <LazyNewsletter />
        <Boundary part="helper">
          <LazyChat />
        </Boundary>
      </HomePage>
    ),
  },
  {
    path: '/checkout',
    frame: 'own',
    ...laterPage(
      () => import('./shop/shell/checkout-frame.tsx').then((code) => code.CheckoutInFrame),
      <CheckoutHead key="head" />,
    ),
  },
  {
    path: '/o/:secret',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/receipt/order-receipt.tsx').then((code) => code.ReceiptPage),
      null,
    ),
  },
  {
    path: '/o/new/:secret',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/receipt/confirm-page.tsx').then((code) => code.ConfirmOrderPage),
      null,
    ),
  },
  {
    path: '/newsletter/confirm/:secret',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/newsletter/link-pages.tsx').then((code) => code.ConfirmPage),
      null,
    ),
  },
  {
    path: '/newsletter/unsubscribe/:secret',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/newsletter/link-pages.tsx').then((code) => code.LeavePage),
      null,
    ),
  },
  {
    path: '/waiting/:secret',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/waiting-list/wait-page.tsx').then((code) => code.WaitPage),
      null,
    ),
  },
  {
    path: '/pages/:slug',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/content-page/content-page.tsx').then((code) => code.ContentPage),
      null,
    ),
  },
  {
    path: '/p/:product',
    frame: 'shop',
    ...laterPage(
      () => import('./shop/product/product-page.tsx').then((code) => code.ProductPage),
      null,
    ),
  },
  {
    path: '/admin',
    frame: 'own',
    isDesk: true,
    ...laterPage(
      () => import('./desk/desk-page.tsx').then((code) => code.DeskPage),
      <PageHead
        key="head"
        title="Farmstand desk"
        description="The owner's desk."
        isListed={false}
      />,
    ),
  },
  {
    path: ANY_OTHER,
    frame: 'shop',
    ...laterPage(
      () => import('./shop/shell/not-found-page.tsx').then((code) => code.NotFoundPage),
      null,
    ),
  },
]

export function findPage(path: string): { page: Page; lastSegment: string } {
  for (const page of PAGES) {
    const [start = '', parameter] = page.path.split(':')
    const lastSegment = path.slice(start.length)
    const isMatch = parameter
      ? path.startsWith(start) && /^[^/]+$/.test(lastSegment)
      : path === page.path
    if (isMatch || page.path === ANY_OTHER) return { page, lastSegment }
  }
  throw new Error('No page stands for every other path.')
}
