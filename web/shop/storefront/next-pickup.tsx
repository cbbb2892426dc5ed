import { useSuspenseQuery } from '@tanstack/react-query'
import { nextPickupText } from '#contract/calendar/day-text.ts'
import { marketDaysQuery, useSettings } from '#web/api/shop-queries.ts'
import { LineIcon } from '#web/ui/icon.tsx'
import { NEXT_PICKUP } from './next-pickup-id.ts'

/** Rendered only on the server. */
export function NextPickup() {
  const timeZone = useSettings()('time_zone')
  const { data } = useSuspenseQuery(marketDaysQuery)
  const text = data && nextPickupText(data, timeZone)
  return (
    <header id={NEXT_PICKUP} hidden={!text} className="bg-sprout text-leaf-deep">
      <div className="wrap flex items-center justify-between gap-x-2">
        <p data-words="whole" className="py-2.5 font-semibold max-md:hidden">
          {text?.whole}
        </p>
        <p data-words="brief" className="text-sm leading-5 font-semibold md:hidden">
          {text?.brief}
        </p>
        <a
          href="/#contact"
          className="inline-flex min-h-11 shrink-0 items-center gap-1 text-sm underline underline-offset-4"
        >
          <LineIcon
            line="M20 10c0 6-8 12-8 12s-8-6-8-12a8 8 0 0 1 16 0zM15 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0z"
            className="size-4"
          />
          Where?
        </a>
      </div>
    </header>
  )
}
