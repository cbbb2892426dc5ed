import type { Page } from '#contract/pages.ts'
import { sayDate } from '#web/ui/say-date.ts'

/** When the page was made, and when it was last changed if it ever was. */
export function PageDates({ page: { createdAt, updatedAt } }: { page: Page }) {
  return (
    <p className="mt-10 flex flex-wrap gap-x-6 border-t border-straw pt-4 text-[0.9375rem] text-bark-deep">
      <span>
        Created <time dateTime={createdAt}>{sayDate(createdAt)}</time>
      </span>
      {updatedAt !== createdAt && (
        <span>
          Updated <time dateTime={updatedAt}>{sayDate(updatedAt)}</time>
        </span>
      )}
    </p>
  )
}
