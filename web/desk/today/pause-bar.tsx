import { CirclePause } from 'lucide-react'
import { useFarmDates } from '../shared/use-farm-dates.ts'

/** On every part of the desk but Today, which says more of it. */
export function PauseBar({ since }: { since: string }) {
  const { formatMoment } = useFarmDates()
  return (
    <a
      href="#today"
      className="flex min-h-11 w-full items-center gap-2 rounded-2xl border-2 border-beet bg-beet-pale px-4 py-1.5 font-semibold text-beet"
    >
      <CirclePause aria-hidden="true" className="size-5 shrink-0" />
      You take no orders since {formatMoment(since)}
    </a>
  )
}
