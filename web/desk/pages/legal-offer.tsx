import { LEGAL_PAGES } from '#contract/legal-pages.ts'
import type { Page } from '#contract/pages.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../shared/use-change.ts'

type LegalPage = (typeof LEGAL_PAGES)[number]

export function LegalOffer({ existing }: { existing: readonly Page[] }) {
  const { mutate, isPending } = useChange({
    send: ({ slug, title, metaDescription, content }: LegalPage) =>
      call(pages.create, { body: { slug, title, metaDescription, content, isActive: false } }),
    done: 'Draft added',
    failed: 'Error creating page',
    refreshes: [pages.list],
  })
  const missing = LEGAL_PAGES.filter((page) => !existing.some(({ slug }) => slug === page.slug))
  if (missing.length === 0) return null
  return (
    <div className="mt-6 rounded-2xl border border-straw bg-card p-4">
      <p className="mb-3">
        Once published, these appear at the foot of the checkout. Start with our words, then make
        them yours.
      </p>
      <p className="flex flex-wrap gap-2">
        {missing.map((page) => (
          <Button key={page.slug} variant="quiet" busy={isPending} onClick={() => mutate(page)}>
            Add a draft: {page.title}
          </Button>
        ))}
      </p>
    </div>
  )
}
