import { nextPickupText } from '#contract/day-text.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { useSuspenseQuery } from '#web/api/use-query.tsx'
import { NEXT_PICKUP } from './follow-next-pickup.ts'

/** The next pickup and until when to order for it, under the shop's header: on a phone in one line, with the way to where. */
export function NextPickup({ timeZone }: { timeZone: string }) {
  const { data } = useSuspenseQuery(marketDaysQuery)
  const text = data && nextPickupText(data, timeZone)
  return (
    <div id={NEXT_PICKUP} hidden={!text} className="bg-sprout text-leaf-deep">
      <div className="wrap flex items-center justify-between gap-x-3">
        <p data-words="whole" className="py-2.5 font-semibold max-md:hidden">
          {text?.whole}
        </p>
        <p data-words="brief" className="py-2 text-sm font-semibold md:hidden">
          {text?.brief}
        </p>
        <a
          href="#contact"
          className="inline-flex min-h-11 items-center text-[0.9375rem] underline underline-offset-4"
        >
          Where
        </a>
      </div>
    </div>
  )
}
