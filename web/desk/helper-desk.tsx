import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { connectDesk } from './live/connect-desk.ts'
import { MORE_PAGES } from './more-pages.ts'
import { ListLoading } from './shared/list-states.tsx'

const LABELS: Readonly<Record<string, string>> = {
  lists: 'Print & lists',
  stock: 'Stock',
  passkeys: 'Passkeys',
}

/** A helper works on the market day's page; here are the few pages that are only at the desk. */
export function HelperDesk() {
  const client = useQueryClient()
  useEffect(() => connectDesk(client), [client])
  const [hash = ''] = useHash().split(/[/?]/, 1)
  const pages = MORE_PAGES.filter((page) => page.hash in LABELS)
  // Signing out asks over a page.
  const here = pages.find((page) => page.hash === hash || hash === 'sign-out')
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
        {pages.map((page) => (
          <a
            key={page.hash}
            href={`#${page.hash}`}
            aria-current={page === here ? 'page' : undefined}
            className={buttonLook({ variant: page === here ? 'primary' : 'quiet' })}
          >
            {LABELS[page.hash]}
          </a>
        ))}
      </nav>
      <section aria-label={label} className="py-4 sm:py-6">
        <Page fallback={<ListLoading text="One moment…" />} />
      </section>
    </>
  )
}
