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

/** Today in one line, over the desk's other parts. */
export function TodayStrip({ waiting: { count }, isShort }: TodayStripProps) {
  const { data } = useQuery(todayQuery)
  const next = data?.next
  return (
    <nav aria-label="Today" className="flex flex-wrap items-center gap-2">
      <a href="#today" className={buttonLook({ variant: 'sprout', size: 'sm' })}>
        <Sun aria-hidden="true" className="size-5" />
        Today
      </a>
      {next && !isShort && (
        <>
          <p className="px-1 tabular-nums">{formatNextDay(next)}</p>
          <a
            href={listOfDay(next, 'harvest')}
            className={buttonLook({ variant: 'quiet', size: 'sm' })}
          >
            Harvest
          </a>
          <a
            href={listOfDay(next, 'pack')}
            className={buttonLook({ variant: 'quiet', size: 'sm' })}
          >
            Pack
          </a>
        </>
      )}
      {count > 0 && (
        <a
          href="#today"
          className={buttonLook({ variant: 'sprout', size: 'sm' }, 'bg-yolk-pale text-yolk-deep')}
        >
          {count} to look at
        </a>
      )}
    </nav>
  )
}
