import { useQuery } from '@tanstack/react-query'
import { CirclePause } from 'lucide-react'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { todayQuery } from './use-waiting.ts'

/** In a laptop's header while ordering is off; a phone's Today says more of it. */
export function PauseBar() {
  const { data } = useQuery(todayQuery)
  const { formatMoment } = useFarmDates()
  if (!data?.pausedSince) return null
  return (
    <a
      href="#calendar"
      className="flex min-h-11 items-center justify-center gap-2 bg-beet-pale px-4 py-1.5 font-semibold text-beet underline-offset-4 hover:underline max-md:hidden"
    >
      <CirclePause aria-hidden="true" className="size-5 shrink-0" />
      Ordering is off since {formatMoment(data.pausedSince)}
    </a>
  )
}
