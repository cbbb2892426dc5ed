import { ChevronRight, MapPin } from 'lucide-react'
import { useState } from 'react'
import { formatBriefDay } from '#contract/time/date-format.ts'
import { sentenceOf } from '#web/api/request.ts'
import { classNames } from '#web/ui/class-names.ts'
import type { Grant } from '../load-day.ts'
import { useStall } from '../use-stall.ts'
import { chooseDay } from './gate-calls.ts'

type DayListProps = { days: Grant['days']; onChosen: () => void }

export function DayList({ days, onChosen }: DayListProps) {
  const { day: shown } = useStall()
  const [busy, setBusy] = useState<number>()
  const [refused, setRefused] = useState<string>()
  const choose = async (id: number) => {
    setBusy(id)
    setRefused(undefined)
    await chooseDay(id).then(onChosen, (failure) =>
      setRefused(sentenceOf(failure, 'This day is not on the phone yet. It needs a connection.')),
    )
    setBusy(undefined)
  }
  return (
    <>
      <ul className="overflow-hidden rounded-2xl border border-straw bg-card">
        {days.map(({ id, day, placeName }) => {
          const isShown = id === shown?.marketDay.id
          return (
            <li key={id} className="border-b border-straw last:border-0">
              <button
                type="button"
                aria-pressed={isShown}
                aria-busy={busy === id || undefined}
                onClick={() => void choose(id)}
                className={classNames(
                  'flex min-h-14 w-full cursor-pointer items-center gap-3 px-3.5 py-1.5 text-left leading-snug aria-busy:opacity-55',
                  isShown && 'bg-sprout',
                )}
              >
                <MapPin aria-hidden="true" className="size-5 shrink-0 text-leaf-deep" />
                <span className="min-w-0 grow wrap-anywhere">
                  <strong className="block font-semibold">{placeName}</strong>
                  <span className="text-[0.9375rem] text-bark-deep">{formatBriefDay(day)}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-bark-deep" />
              </button>
            </li>
          )
        })}
      </ul>
      {refused && (
        <p role="alert" className="font-semibold text-beet">
          {refused}
        </p>
      )}
    </>
  )
}
