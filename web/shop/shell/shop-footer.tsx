import { useSuspenseQuery } from '@tanstack/react-query'
import { pageLinksQuery } from '#web/api/shop-queries.ts'
import { Brand } from './brand.tsx'
import { SECTIONS } from './shop-header.tsx'

export function ShopFooter() {
  const { data } = useSuspenseQuery(pageLinksQuery)
  const pages = (data ?? []).map(({ title, slug }) => ({ href: `/pages/${slug}`, label: title }))
  return (
    <footer className="on-dark mt-8 bg-foot pt-8 pb-24 sm:pb-8 text-on-foot">
      <div className="wrap flex flex-wrap items-start justify-between gap-x-12 gap-y-6">
        <div>
          <Brand onDark />
          <p className="mt-2 max-w-[38ch]">From our farm to your table.</p>
        </div>
        <nav aria-label="Quick links">
          <ul className="flex flex-wrap gap-x-6">
            {[...SECTIONS, ...pages, { href: '/admin', label: 'Admin' }].map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
