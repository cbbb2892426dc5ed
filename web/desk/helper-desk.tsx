import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { connectDesk } from './live/connect-desk.ts'
import { PAGES } from './routes.ts'
import { ListLoading } from './shared/card.tsx'
import { later } from './shared/lazy-part.tsx'

const HELPERS_PAGES = [
  ...PAGES.filter(({ hash }) => hash === 'lists' || hash === 'stock'),
  {
    hash: 'passkeys',
    label: 'Passkeys',
    Page: later(() => import('./account/passkeys-page.tsx').then((code) => code.PasskeysPage)),
  },
]

export function HelperDesk() {
  const client = useQueryClient()
  useEffect(() => connectDesk(client), [client])
  const [hash = ''] = useHash().split(/[/?]/, 1)
  // The sign-out question opens over a page.
  const here = HELPERS_PAGES.find((page) => page.hash === hash || hash === 'sign-out')
  useEffect(() => {
    if (!here) location.replace(STALL_PAGE)
  }, [here])
  if (!here) return <ListLoading text="Opening the market day…" />
  const { label, Page } = here
  return (
    <>
      <nav aria-label="Desk" className="flex flex-wrap gap-2 border-b border-straw py-3">
        <a href={STALL_PAGE} className={buttonLook({ variant: 'quiet' })}>
          Market day
        </a>
        {HELPERS_PAGES.map((page) => (
          <a
            key={page.hash}
            href={`#${page.hash}`}
            aria-current={page === here ? 'page' : undefined}
            className={buttonLook({ variant: page === here ? 'primary' : 'quiet' })}
          >
            {page.label}
          </a>
        ))}
      </nav>
      <section aria-label={label} className="py-4 sm:py-6">
        <h2 className="mb-4 text-2xl sm:text-3xl">{label}</h2>
        <Page fallback={<ListLoading text="One moment…" />} />
      </section>
    </>
  )
}
