import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageLinksQuery } from '#web/api/shop-queries.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { ServerPart } from '#web/ui/server-part.tsx'
import { Brand } from './brand.tsx'
import { CartButton } from './cart-button.tsx'
import { SearchBox } from './search-box.tsx'

export const SECTIONS = [
  { href: '/#home', label: 'Home' },
  { href: '/#products', label: 'Products' },
  { href: '/#contact', label: 'Contact' },
] as const

export function ShopHeader() {
  return (
    <header className="@container sticky top-0 z-30 border-b border-straw bg-paper max-[15rem]:static">
      <div className="wrap flex min-h-14 flex-wrap items-center justify-end gap-2 lg:min-h-18 lg:gap-4">
        <ServerPart id="brand" className="max-lg:mr-auto flex items-center lg:gap-4">
          {import.meta.env.SSR && (
            <>
              <Brand />
              <MainLinks />
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

function MainLinks() {
  return (
    <nav aria-label="Main" className="hidden lg:block">
      <ul className="flex gap-1.5">
        {SECTIONS.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={buttonLook({ variant: 'plain' }, 'px-3.5')}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
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

/**
 * The way to the desk, and the navigation of a narrow screen; the browser opens and closes it, with or without scripts.
 */
function PhoneMenu() {
  useEffect(() => {
    // A link within the page leaves it open.
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
            <Icon name="menu" className="size-5" />
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
  const { data } = useSuspenseQuery(pageLinksQuery)
  return (
    <nav aria-label="Menu">
      <ul>
        {SECTIONS.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={ROW}>
              {label}
            </a>
          </li>
        ))}
      </ul>
      <ul className="mt-2 grid grid-cols-2 gap-x-2 border-t border-straw pt-2">
        {(data ?? []).map(({ title, slug }) => (
          <li key={slug}>
            <a href={`/pages/${slug}`} className={SMALL_ROW}>
              {title}
            </a>
          </li>
        ))}
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
