import { useQuery } from '@tanstack/react-query'
import { Sun } from 'lucide-react'
import { buttonLook } from '#web/ui/button.tsx'
import { formatNextDay } from './next-day-card.tsx'
import { todayQuery } from './today-query.ts'
import type { Waiting } from './use-waiting.ts'
import { listOfDay } from './work-of-today.ts'

type TodayStripProps = {
  waiting: Waiting
  /** Over a list, which leads to the other lists by itself. */
  isShort: boolean
}

export function TodayStrip({ waiting: { count }, isShort }: TodayStripProps) {
  const { data } = useQuery(todayQuery)
  const next = data?.next
  return (
    <nav aria-label="Today" className="flex flex-wrap items-center gap-2">
      <a
        href="#today"
        className={buttonLook(LOOK, count > 0 ? 'bg-yolk-pale text-yolk-deep' : 'bg-sprout')}
      >
        <Sun aria-hidden="true" className="size-5" />
        Today
        {count > 0 && <span className="font-normal">· {count} to look at</span>}
      </a>
      {next && !isShort && (
        <>
          <p className="px-1 tabular-nums">{formatNextDay(next)}</p>
          <a href={listOfDay(next, 'harvest')} className={buttonLook(LOOK, 'px-3')}>
            Harvest
          </a>
          <a href={listOfDay(next, 'pack')} className={buttonLook(LOOK, 'px-3')}>
            Pack
          </a>
        </>
      )}
    </nav>
  )
}

const LOOK = { variant: 'quiet', size: 'sm' } as const
