import type { Page } from '#contract/pages.ts'
import { sayDate } from '#web/ui/say-date.ts'

export function PageDates({ page: { createdAt, updatedAt } }: { page: Page }) {
  const [created, updated] = [sayDate(createdAt), sayDate(updatedAt)]
  return (
    <p className="mt-10 flex flex-wrap gap-x-6 border-t border-straw pt-4 text-[0.9375rem] text-bark-deep">
      <span>
        Created <time dateTime={createdAt}>{created}</time>
      </span>
      {updated !== created && (
        <span>
          Updated <time dateTime={updatedAt}>{updated}</time>
        </span>
      )}
    </p>
  )
}
