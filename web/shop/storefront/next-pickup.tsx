import { useSuspenseQuery } from '@tanstack/react-query'
import { nextPickupSentence } from '#contract/day-words.ts'
import { marketDaysQuery } from '#web/api/shop-queries.ts'
import { NEXT_PICKUP } from './follow-next-pickup.ts'

/** The next pickup and until when to order for it, under the shop's header. */
export function NextPickup({ timeZone }: { timeZone: string }) {
  const { data } = useSuspenseQuery(marketDaysQuery)
  const sentence = data && nextPickupSentence(data, timeZone)
  return (
    <div id={NEXT_PICKUP} hidden={!sentence} className="bg-sprout text-leaf-deep">
      <p className="wrap py-3 font-semibold">{sentence}</p>
    </div>
  )
}
