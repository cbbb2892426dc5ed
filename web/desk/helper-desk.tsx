import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { buttonLook } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { connectDesk } from './live/connect-desk.ts'
import { MORE_PAGES } from './more-pages.ts'
import { ListLoading } from './shared/list-states.tsx'

const LABELS: Readonly<Record<string, string>> = {
  lists: 'Lists',
  stock: 'Stock',
  passkeys: 'Passkeys',
}

export function HelperDesk() {
  const client = useQueryClient()
  useEffect(() => connectDesk(client), [client])
  const [hash = ''] = useHash().split(/[/?]/, 1)
  const pages = MORE_PAGES.filter((page) => page.hash in LABELS)
  const here = pages.find((page) => page.hash === hash) ?? pages[0]
  if (!here) return null
  const { label, Page } = here
  return (
    <>
      <nav aria-label="Desk" className="flex flex-wrap gap-2 border-b border-straw py-3">
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
        <a href="/admin/stall" className={buttonLook({ variant: 'quiet' })}>
          The stall
        </a>
      </nav>
      <section aria-label={label} className="py-4 sm:py-6">
        <Page meanwhile={<ListLoading text="One moment…" />} />
      </section>
    </>
  )
}
