import { useQuery } from '@tanstack/react-query'
import { Sun } from 'lucide-react'
import { buttonLook } from '#web/ui/button.tsx'
import type { NextDay } from './market-href.ts'
import { formatNextDay, textOfStep, useClock } from './step-text.ts'
import { todayQuery } from './today-query.ts'
import type { Waiting } from './use-waiting.ts'

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
      {next && !isShort && <NextStep next={next} today={data.today} />}
    </nav>
  )
}

function NextStep({ next, today }: { next: NextDay; today: string }) {
  const { href, label } = textOfStep(next, useClock(today))
  return (
    <>
      <p className="px-1 tabular-nums">{formatNextDay(next)}</p>
      <a href={href} className={buttonLook(LOOK, 'px-3')}>
        {label}
      </a>
    </>
  )
}

const LOOK = { variant: 'quiet', size: 'sm' } as const
