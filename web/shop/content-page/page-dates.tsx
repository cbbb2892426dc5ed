import { formatDate } from '#contract/date-format.ts'
import type { Page } from '#contract/pages.ts'

export function PageDates({ page: { createdAt, updatedAt } }: { page: Page }) {
  const [created, updated] = [formatDate(createdAt), formatDate(updatedAt)]
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
