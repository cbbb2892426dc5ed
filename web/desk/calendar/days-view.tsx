import { ChevronRight } from 'lucide-react'
import {
  calendar,
  type DaysDraft,
  type DeskCalendar,
  type DeskDay,
  daysDraft,
} from '#contract/calendar/calendar.ts'
import { formatCutoff } from '#contract/calendar/day-text.ts'
import { HOURS_FIELDS } from '#contract/calendar/hours.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { call } from '#web/api/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { namesOf, SelectField, TextField } from '#web/ui/field.tsx'
import { CardList, CardRow, ListEmpty, RowText } from '../shared/card.tsx'
import { type DialogProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { readFields } from '../shared/form-fields.tsx'
import { TaskTab } from '../shared/task-dialog.tsx'
import { Unfold } from '../shared/unfold.tsx'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { useCalendarChange } from './calendar-query.ts'
import { dayHash, formatFilling } from './calendar-text.ts'
import { HoursFields, Question, USUAL_HOURS } from './hours-fields.tsx'

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
      taskAt={(path) => {
        if (path !== 'new') return null
        const open = places.filter(({ isRetired }) => !isRetired)
        return { dialogOf: (dialog) => <AddDaysDialog places={open} {...dialog} /> }
      }}
    >
      {shown.length === 0 ? (
        <ListEmpty
          text="No market day is coming."
          hint="Set a place’s weekly days, or add a single day."
        />
      ) : (
        <div className="grid gap-8">
          {shown.map((one) => (
            <DaysOfPlace key={one.place.id} {...one} />
          ))}
        </div>
      )}
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
        <Unfold summary={`${rest.length} more`} className="mt-2">
          <DayList days={rest} />
        </Unfold>
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

/** A closed day is called off; a day closed to orders still happens. */
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

function AddDaysDialog({ places, ...dialog }: DialogProps & { places: readonly DeskPlace[] }) {
  const [placeId, setPlaceId] = useDraft('place', String(places[0]?.id ?? ''))
  const [days, setDays] = useDraft<readonly string[]>('days', [''])
  const [hours, setHours] = useDraft('hours', USUAL_HOURS)
  const save = useCalendarChange({
    send: (body: DaysDraft) => call(calendar.createDays, { body }),
    done: (made) => ({ title: made.length === 1 ? 'Day added' : `${made.length} days added` }),
    failed: 'No day was added',
    onShown: dialog.onClose,
  })
  const { form, send, errors } = useCheckedForm(save)
  const submit = () => {
    const body = { placeId: Number(placeId), days: [...days], ...readFields(HOURS_FIELDS, hours) }
    send(errorsIn(daysDraft.safeParse(body)), body)
  }
  return (
    <FormDialog
      title="Add a day"
      {...dialog}
      isTouched={() => days.some(Boolean) || hours !== USUAL_HOURS}
      form={form}
      onSubmit={submit}
      save={{ label: 'Add', busy: save.isPending }}
    >
      <div className="grid gap-7">
        <Question text="Where and when?">
          <SelectField
            label="Place"
            required
            name="placeId"
            value={placeId}
            error={errors.placeId}
            onChange={({ target }) => setPlaceId(target.value)}
            className="col-span-2"
            options={namesOf(places)}
          />
          <DayFields days={days} onChange={setDays} errors={errors} />
        </Question>
        <HoursFields typed={hours} onType={setHours} errors={errors} weekday={null} />
      </div>
    </FormDialog>
  )
}

type DayFieldsProps = {
  days: readonly string[]
  onChange: (days: readonly string[]) => void
  errors: Record<string, string>
}

function DayFields({ days, onChange, errors }: DayFieldsProps) {
  return (
    <>
      {days.map((day, index) => (
        <TextField
          // The fields are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          label={days.length === 1 ? 'Day' : `Day ${index + 1}`}
          required
          type="date"
          name={`days.${index}`}
          value={day}
          error={errors[`days.${index}`] && messageFor(errors[`days.${index}`], day)}
          onChange={({ target }) => onChange(days.with(index, target.value))}
          className="col-span-2"
        />
      ))}
      <Button
        variant="quiet"
        className="justify-self-start"
        onClick={() => onChange([...days, ''])}
      >
        One more date
      </Button>
    </>
  )
}

function messageFor(error: string | undefined, day: string): string | undefined {
  return day === '' ? 'Please choose a day.' : error
}
