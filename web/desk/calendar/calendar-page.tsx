import { useQuery } from '@tanstack/react-query'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { QueryStates } from '../shared/query-page.tsx'
import { calendarQuery } from './calendar-query.ts'
import { CalendarSteps } from './calendar-steps.tsx'
import { ClosuresView } from './closures-view.tsx'
import { DayView } from './day-view.tsx'
import { DaysView } from './days-view.tsx'
import { PlacesView } from './places-view.tsx'
import { UnsettledDays } from './unsettled-days.tsx'

export function CalendarPage() {
  const [, part = '', id = ''] = useHash().split('/')
  const query = useQuery(calendarQuery)
  return (
    <>
      <PartLinks part={part} />
      <QueryStates
        loading="Loading the calendar…"
        failed="The calendar could not be loaded."
        query={query}
      >
        {(calendar) => <Part calendar={calendar} part={part} id={id} />}
      </QueryStates>
    </>
  )
}

type PartProps = { calendar: DeskCalendar; part: string; id: string }

function Part({ calendar, part, id }: PartProps) {
  if (part === 'places') return <PlacesView calendar={calendar} />
  if (part === 'closed') return <ClosuresView calendar={calendar} />
  if (part === 'day') return <DayView key={id} calendar={calendar} id={Number(id)} />
  return (
    <>
      <UnsettledDays calendar={calendar} />
      <CalendarSteps calendar={calendar} />
      <DaysView calendar={calendar} />
    </>
  )
}

const PARTS = [
  { part: '', hash: 'calendar', label: 'Coming days' },
  { part: 'places', hash: 'calendar/places', label: 'Places and rules' },
  { part: 'closed', hash: 'calendar/closed', label: 'Days off' },
] as const

function PartLinks({ part }: { part: string }) {
  return (
    <nav aria-label="Calendar" className="mb-5 flex flex-wrap gap-2">
      {PARTS.map((one) => (
        <a
          key={one.hash}
          href={`#${one.hash}`}
          aria-current={one.part === part ? 'page' : undefined}
          className={buttonLook({ variant: one.part === part ? 'primary' : 'quiet', size: 'sm' })}
        >
          {one.label}
        </a>
      ))}
    </nav>
  )
}
