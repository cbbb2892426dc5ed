import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { pageLinksQuery, useSettings } from '#web/api/shop-queries.ts'
import { CartBar } from '#web/shop/cart/cart-bar.tsx'
import { useCart } from '#web/shop/cart/cart-store.tsx'
import { NextPickup } from '#web/shop/storefront/next-pickup.tsx'
import { Boundary } from '#web/ui/boundary.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon, LineIcon } from '#web/ui/icon.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { whenIdle, whenUsed } from '#web/ui/when-idle.ts'
import { Brand } from './brand.tsx'
import { SearchBox } from './search-box.tsx'

export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Boundary part="header">
        <ShopHeader />
      </Boundary>
      <main id="home" tabIndex={-1} className="grow scroll-mt-24 outline-none">
        <ServerPart id="next">{import.meta.env.SSR && <NextPickup />}</ServerPart>
        <Boundary part="page">
          <Suspense fallback={null}>{children}</Suspense>
        </Boundary>
      </main>
      <ServerPart id="footer">{import.meta.env.SSR && <Footer />}</ServerPart>
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

function Footer() {
  const setting = useSettings()
  const pages = usePages()
  return (
    <footer className="on-dark mt-6 bg-foot pt-3 pb-20 sm:pt-8 sm:pb-8 text-on-foot">
      <div className="wrap flex flex-wrap items-start justify-between gap-x-12">
        <p className="py-1.5">{setting('farm_name')} · From our farm to your table.</p>
        <nav aria-label="Quick links">
          <ul className="flex flex-wrap gap-x-4">
            <LinkItems
              links={[...SECTIONS, ...pages]}
              look="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
            />
          </ul>
        </nav>
      </div>
    </footer>
  )
}

type ShopLink = { href: string; label: string }

const SECTIONS: readonly ShopLink[] = [
  { href: '/#home', label: 'Home' },
  { href: '/#products', label: 'Products' },
  { href: '/#contact', label: 'Contact' },
]

function usePages(): ShopLink[] {
  const { data } = useSuspenseQuery(pageLinksQuery)
  return (data ?? []).map(({ title, slug }) => ({ href: `/pages/${slug}`, label: title }))
}

function LinkItems({ links, look }: { links: readonly ShopLink[]; look: string }) {
  return links.map(({ href, label }) => (
    <li key={href}>
      <a href={href} className={look}>
        {label}
      </a>
    </li>
  ))
}

function ShopHeader() {
  return (
    <header className="@container sticky top-0 z-30 border-b border-straw bg-paper max-[15rem]:static">
      <div className="wrap flex min-h-14 flex-wrap items-center justify-end gap-2 lg:min-h-18 lg:gap-4">
        <ServerPart id="brand" className="flex flex-1 basis-28 items-center lg:flex-none lg:gap-4">
          {import.meta.env.SSR && (
            <>
              <Brand />
              <nav aria-label="Main" className="hidden lg:block">
                <ul className="flex gap-1.5">
                  <LinkItems links={SECTIONS} look={buttonLook({ variant: 'plain' }, 'px-3.5')} />
                </ul>
              </nav>
            </>
          )}
        </ServerPart>
        <div className="ml-auto hidden w-72 lg:block">
          <SearchBox />
        </div>
        <div className="flex gap-1.5 lg:gap-4">
          <PhoneSearch />
          <CartButton />
          <PhoneMenu />
        </div>
      </div>
    </header>
  )
}

const SEARCH = 'phone-search'
const MENU = 'phone-menu'
const SHEET =
  'top-14 right-0 bottom-auto left-0 m-0 w-full overflow-visible border-b border-straw bg-card px-4 py-4 text-soil raised lg:hidden'
const ROW = 'flex min-h-12 items-center rounded-xl px-3 text-lg font-semibold hover:bg-sprout'
const SMALL_ROW = 'flex min-h-11 items-center rounded-xl px-3 leading-tight hover:bg-sprout'

function PhoneSearch() {
  return (
    <>
      <button
        type="button"
        popoverTarget={SEARCH}
        aria-label="Search"
        className={buttonLook({ variant: 'quiet', size: 'icon' }, 'lg:hidden')}
      >
        <Icon name="search" className="size-5" />
      </button>
      <div id={SEARCH} popover="auto" className={SHEET}>
        <SearchBox autoFocus onLeave={() => close(SEARCH)} />
      </div>
    </>
  )
}

function PhoneMenu() {
  useEffect(() => {
    // A link within the page would leave it open.
    document.getElementById(MENU)?.addEventListener('click', () => close(MENU))
  }, [])
  return (
    <ServerPart id="menu" className="flex">
      {import.meta.env.SSR && (
        <>
          <a
            href="/admin"
            className="flex min-h-11 items-center rounded-full px-2 text-bark-deep underline underline-offset-4 hover:text-soil max-lg:hidden"
          >
            Admin
          </a>
          <button
            type="button"
            popoverTarget={MENU}
            aria-label="Menu"
            className={buttonLook({ variant: 'quiet', size: 'icon' }, 'opens-menu lg:hidden')}
          >
            <LineIcon line="M4 5h16M4 12h16M4 19h16" className="size-5" />
            <Icon name="close" className="size-5" />
          </button>
          <div id={MENU} popover="auto" className={SHEET}>
            <MenuLinks />
          </div>
        </>
      )}
    </ServerPart>
  )
}

function MenuLinks() {
  const pages = usePages()
  return (
    <nav aria-label="Menu">
      <ul>
        <LinkItems links={SECTIONS} look={ROW} />
      </ul>
      <ul className="mt-2 grid grid-cols-2 gap-x-2 border-t border-straw pt-2">
        <LinkItems links={pages} look={SMALL_ROW} />
        <li>
          <a href="/admin" className={`${SMALL_ROW} text-bark-deep`}>
            Admin
          </a>
        </li>
      </ul>
    </nav>
  )
}

function close(id: string): void {
  document.getElementById(id)?.hidePopover()
}

function CartButton() {
  const { count, isCartOpen, toggleCart } = useCart()
  return (
    <button
      type="button"
      onClick={toggleCart}
      onPointerEnter={() => void loadCartPanel().catch(() => {})}
      aria-haspopup="dialog"
      aria-expanded={isCartOpen}
      className={buttonLook({ variant: 'quiet' }, 'relative @max-[30rem]:px-3')}
    >
      <Icon name="basket" className="size-5" />
      <span className="@max-[30rem]:sr-only">Cart</span>
      <span className="sr-only">
        {count === 0 ? 'is empty' : `with ${count} ${count === 1 ? 'item' : 'items'}`}
      </span>
      {count > 0 && (
        <span
          key={count}
          aria-hidden="true"
          className="pop absolute -top-1.5 -right-1.5 min-w-6 rounded-full bg-yolk px-1.5 text-center text-[0.8125rem] leading-6 font-bold text-on-yolk tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </button>
  )
}

const loadCartPanel = () => import('./cart-in-shop.tsx')

const LazyCartPanel = lazyComponent(() => loadCartPanel().then(({ CartInShop }) => CartInShop))

/** Loads it once someone uses the page, the cart holds something, or a closed cart has news. */
function LazyCart() {
  const { isCartOpen, changes, count } = useCart()
  const isEmpty = count === 0
  const [isNeeded, setNeeded] = useState(false)
  if (!isNeeded && (isCartOpen || changes.length > 0)) setNeeded(true)
  useEffect(() => (isEmpty ? whenUsed : whenIdle)(loadCartPanel), [isEmpty])
  if (!isNeeded) return null
  return (
    <Suspense fallback={isCartOpen && <div className="fixed inset-0 z-40 bg-veil" />}>
      <LazyCartPanel />
    </Suspense>
  )
}
