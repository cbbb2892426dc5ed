import { ChevronRight } from 'lucide-react'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import type { DeskDay } from '#contract/calendar/days.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { ListEmpty } from '../shared/list-states.tsx'
import { TaskTab } from '../shared/task-tab.tsx'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { AddDaysDialog } from './add-days-dialog.tsx'
import { dayHash, formatFilling } from './calendar-text.ts'

const SHOWN_AT_ONCE = 8

export function DaysView({ calendar }: { calendar: DeskCalendar }) {
  const { places, days } = calendar
  const shown = places
    .map((place) => ({ place, days: days.filter(({ placeId }) => placeId === place.id) }))
    .filter((one) => one.days.length > 0)
  return (
    <TaskTab
      title="Coming days"
      addLabel="Add a day"
      base="calendar"
      taskAt={(path) => (path === 'new' ? { task: 'add' } : null)}
      dialogOf={(_, { focusElse: _else, ...dialog }) => (
        <AddDaysDialog places={places.filter(({ isRetired }) => !isRetired)} {...dialog} />
      )}
    >
      {() =>
        shown.length === 0 ? (
          <ListEmpty text="No market day is coming.">
            <p className="text-bark-deep">Give a place a rule, or add a day by hand.</p>
          </ListEmpty>
        ) : (
          <div className="grid gap-8">
            {shown.map((one) => (
              <DaysOfPlace key={one.place.id} {...one} />
            ))}
          </div>
        )
      }
    </TaskTab>
  )
}

function DaysOfPlace({ place, days }: { place: DeskPlace; days: readonly DeskDay[] }) {
  const rest = days.slice(SHOWN_AT_ONCE)
  return (
    <section aria-label={place.name}>
      <h3 className="mb-3 text-xl sm:text-2xl">{place.name}</h3>
      <DayList days={days.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
            {rest.length} more
          </summary>
          <DayList days={rest} />
        </details>
      )}
    </section>
  )
}

function DayList({ days }: { days: readonly DeskDay[] }) {
  return (
    <CardList>
      {days.map((day) => (
        <DayRow key={day.id} day={day} />
      ))}
    </CardList>
  )
}

const isEnded = ({ orderUntil }: DeskDay) => Date.parse(orderUntil) <= Date.now()

function DayRow({ day }: { day: DeskDay }) {
  const timeZone = useFarmTimeZone()
  return (
    <CardRow>
      <a
        href={`#${dayHash(day.id)}`}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-paper"
      >
        <RowText
          className="max-sm:w-full"
          title={`${formatDay(day.day)}, ${formatHours(day)}`}
          note={`${isEnded(day) ? 'ordering ended' : 'order by'} ${formatCutoff(day, timeZone)}`}
        />
        <span className="font-semibold tabular-nums">{formatFilling(day)}</span>
        <DayBadges day={day} />
        <ChevronRight aria-hidden="true" className="ml-auto size-5 text-bark-deep" />
      </a>
    </CardRow>
  )
}

const STATES = {
  Open: 'default',
  'Closed to orders': 'secondary',
  Over: 'secondary',
  Closed: 'destructive',
} as const

/** A closed day does not take place; one that is closed to orders does. */
export function stateOf(
  { state, orderUntil, closesAt }: DeskDay,
  now: number,
): keyof typeof STATES {
  if (state === 'closed') return 'Closed'
  if (Date.parse(closesAt) <= now) return 'Over'
  return Date.parse(orderUntil) <= now ? 'Closed to orders' : 'Open'
}

export function DayBadges({ day }: { day: DeskDay }) {
  const state = stateOf(day, Date.now())
  return (
    <>
      {day.byHand && <Badge variant="secondary">Edited by hand</Badge>}
      <Badge variant={STATES[state]}>{state}</Badge>
    </>
  )
}
