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
    ...laterPage(
      '/checkout',
      () => import('./shop/shell/checkout-frame.tsx').then((code) => code.CheckoutInFrame),
      <CheckoutHead key="head" />,
    ),
    frame: 'own',
  },
  laterPage('/o/:secret', () =>
    import('./shop/receipt/order-receipt.tsx').then((code) => code.ReceiptPage),
  ),
  laterPage('/o/new/:secret', () =>
    import('./shop/receipt/confirm-page.tsx').then((code) => code.ConfirmOrderPage),
  ),
  laterPage('/newsletter/confirm/:secret', () =>
    import('./shop/newsletter/link-pages.tsx').then((code) => code.ConfirmPage),
  ),
  laterPage('/newsletter/unsubscribe/:secret', () =>
    import('./shop/newsletter/link-pages.tsx').then((code) => code.LeavePage),
  ),
  laterPage('/waiting/:secret', () =>
    import('./shop/waiting-list/wait-page.tsx').then((code) => code.WaitPage),
  ),
  laterPage('/pages/:slug', () =>
    import('./shop/content-page/content-page.tsx').then((code) => code.ContentPage),
  ),
  laterPage('/p/:product', () =>
    import('./shop/product/product-page.tsx').then((code) => code.ProductPage),
  ),
  {
    ...laterPage(
      '/admin',
      () => import('./desk/desk-page.tsx').then((code) => code.DeskPage),
      <PageHead
        key="head"
        title="Farmstand desk"
        description="The owner's desk."
        isListed={false}
      />,
    ),
    frame: 'own',
    isDesk: true,
  },
  laterPage(ANY_OTHER, () =>
    import('./shop/shell/not-found-page.tsx').then((code) => code.NotFoundPage),
  ),
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
