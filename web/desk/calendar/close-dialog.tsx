import { Fragment, type ReactNode, useRef, useState } from 'react'
import type { DeskCalendar, DeskDay } from '#contract/calendar/calendar.ts'
import { HOURS_FIELDS } from '#contract/calendar/hours.ts'
import {
  type AnotherDate,
  type ClosedDay,
  type ClosingPreview,
  marketDayChanges,
} from '#contract/calendar/market-day-changes.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatOrders } from '#contract/packing/box-text.ts'
import { formatBriefDay, formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure } from '#web/api/request.ts'
import { capitalized } from '#web/ui/capitalized.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { CheckField } from '../shared/check-field.tsx'
import { type DialogProps, useDraft, useFinish } from '../shared/dialog-at.tsx'
import { readFields, typedFields } from '../shared/form-fields.tsx'
import { placeName } from './calendar-text.ts'
import {
  ANOTHER_DATE,
  type CloseChoice,
  ClosePreview,
  closeChoices,
  dayAfter,
  daysOfDate,
  RefusedOrders,
  readyOn,
} from './close-preview.tsx'
import { TimesFields, type TypedHours } from './hours-fields.tsx'
import { PlanDialog, usePlan } from './plan-dialog.tsx'

type Closing = Pick<CloseChoice, 'moveTo' | 'cancelRest'> & {
  id: string
  /** The days to close, the one in the address first. */
  closed: readonly number[]
  message: string
}

type CloseDialogProps = DialogProps & { day: DeskDay; calendar: DeskCalendar }

export function CloseDialog({ day, calendar, ...dialog }: CloseDialogProps) {
  const days = daysOfDate(day, calendar)
  const nameOf = ({ placeId }: DeskDay) => placeName(calendar.places, placeId)
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useDraft(
    'places',
    days.map(({ id }) => id),
  )
  const closed = days.filter(({ id }) => picked.includes(id))
  const orders = closed.reduce((sum, one) => sum + one.orders, 0)
  const choices = closeChoices(day, closed, calendar)
  const [choice, setChoice] = useDraft('choice', orders === 0 ? choices.at(-1)?.value : '')
  const [date, setDate] = useDraft<TypedDate>('date', { day: dayAfter(day), hours: null })
  const [isMissing, setMissing] = useState(false)
  const chosen = choices.find(({ value }) => value === choice)
  const isAnother = chosen?.value === ANOTHER_DATE
  const setChosen = ({ value, stays }: CloseChoice) => {
    setChoice(value)
    const others = days.flatMap(({ id }) => (id === stays ? [] : [id]))
    if (stays !== undefined && picked.includes(stays))
      setPicked(picked.length > 1 ? picked.filter((id) => id !== stays) : others)
  }
  const [typed, setTyped] = useDraft<string | null>('words', null)
  const words = chosen?.message ?? ''
  const message = typed ?? (isAnother && date.day ? `${words} ${readyOn(date.day)}` : words)
  const { refused, ...planned } = useClosing(day, dialog.onClose)
  const { look, isNew } = planned
  // A choice may go while it is looked at: its day was closed in another window.
  const plan = chosen ? planned.plan : null
  const preview = () => {
    setMissing(!chosen || closed.length === 0)
    if (!chosen || closed.length === 0)
      return form.current?.querySelector<HTMLElement>('input')?.focus()
    const moveTo = isAnother ? readDate(date, closed) : chosen.moveTo
    const ids = closed.map(({ id }) => id)
    look.mutate({ id: newUuid(), closed: ids, message, moveTo, cancelRest: chosen.cancelRest })
  }
  const dateError = isAboutDate(look.error, look.variables?.moveTo)
    ? look.error.refusal.message
    : undefined
  if (refused.length > 0) return <RefusedOrders list={refused} {...dialog} />
  const title = `Can’t make it on ${formatDay(day.day)}?`
  return (
    <PlanDialog
      title={day.state === 'open' ? title : 'Move or cancel its orders'}
      {...dialog}
      isTouched={() => typed !== null}
      form={form}
      planned={{ ...planned, plan }}
      onLook={preview}
      lookLabel={orders === 0 ? 'Next' : 'Preview'}
      saveLabel={saveLabel(day, plan, chosen)}
      preview={(shown) =>
        chosen && <ClosePreview plan={shown} chosen={chosen} message={message} isNew={isNew} />
      }
    >
      <div className="grid gap-6">
        {days.length > 1 && (
          <PlacePicks days={days} picked={picked} nameOf={nameOf} onPick={setPicked} />
        )}
        {orders > 0 && (
          <Choices
            orders={orders}
            choices={choices}
            chosen={chosen}
            isMissing={isMissing && !chosen}
            onChoose={setChosen}
          >
            <AnotherDateFields
              closed={closed}
              nameOf={nameOf}
              typed={date}
              onType={(changed) => {
                look.reset()
                setDate(changed)
              }}
              error={dateError}
            />
          </Choices>
        )}
        <TextAreaField
          label="What buyers read"
          hint="It appears on the closed day, and in the email to those who ordered."
          name="message"
          maxLength={1000}
          rows={4}
          value={message}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
    </PlanDialog>
  )
}

type PlacePicksProps = {
  days: readonly DeskDay[]
  picked: readonly number[]
  nameOf: (day: DeskDay) => string
  onPick: (picked: number[]) => void
}

function PlacePicks({ days, picked, nameOf, onPick }: PlacePicksProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Which places?</legend>
      <ul className="divide-y divide-straw rounded-xl border border-straw bg-card px-4">
        {days.map((one) => (
          <li key={one.id} className="flex items-center justify-between gap-3">
            <CheckField
              label={<b>{nameOf(one)}</b>}
              checked={picked.includes(one.id)}
              onChange={(isOn) =>
                onPick(isOn ? [...picked, one.id] : picked.filter((id) => id !== one.id))
              }
            />
            <span className="text-bark-deep tabular-nums">{formatOrders(one.orders)}</span>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function saveLabel(
  day: DeskDay,
  plan: ClosingPreview | null,
  chosen: CloseChoice | undefined,
): string {
  if (chosen?.cancelRest) return 'Cancel the orders'
  const [stop] = plan?.to ?? []
  if (plan && stop && plan.orders > 0)
    return `Move ${formatOrders(plan.orders)} to ${formatBriefDay(stop.day)}`
  return day.state === 'open' ? 'Close this day' : 'Move the orders'
}

function useClosing(day: DeskDay, onClose: () => void) {
  const finish = useFinish()
  const [refused, setRefused] = useState<ClosedDay['refused']>([])
  const planned = usePlan<Closing, ClosingPreview & { hash: string }, ClosedDay>({
    send: async ({ closed: [id = day.id, ...others], ...closing }, confirm) => {
      const body = { ...closing, confirm, ...(others.length > 0 ? { with: others } : {}) }
      const answer = await call(marketDayChanges.close, { params: { id }, body })
      return 'confirm' in answer ? { ...answer, hash: answer.confirm } : answer
    },
    done: (answer) => ({ title: formatOutcome(day, answer) }),
    failed: 'The day was not closed',
    onDone: (answer) => {
      if (!('refused' in answer)) return onClose()
      if (answer.refused.length > 0) setRefused(answer.refused)
      else if (answer.toCall.length > 0) finish('calls')
      else onClose()
    },
    isAtField: (failure, { moveTo }) => isAboutDate(failure, moveTo),
  })
  return { ...planned, refused }
}

function isAboutDate(
  error: Error | null,
  moveTo: Closing['moveTo'] | undefined,
): error is ApiFailure {
  const isDate = typeof moveTo === 'object' && moveTo !== null
  return isDate && error instanceof ApiFailure && error.refusal.code === 'invalid'
}

function formatOutcome(day: DeskDay, answer: OutputOf<typeof marketDayChanges.close>): string {
  const { moved, cancelled } = 'moved' in answer ? answer : { moved: 0, cancelled: 0 }
  const parts = [
    ...(day.state === 'open' ? ['the day is closed'] : []),
    ...(moved > 0 ? [`${formatOrders(moved)} moved`] : []),
    ...(cancelled > 0 ? [`${formatOrders(cancelled)} canceled`] : []),
  ]
  return capitalized(parts.join(', ') || 'nothing changed')
}

type ChoicesProps = {
  orders: number
  choices: readonly CloseChoice[]
  chosen: CloseChoice | undefined
  isMissing: boolean
  onChoose: (choice: CloseChoice) => void
  children: ReactNode
}

function Choices({ orders, choices, chosen, isMissing, onChoose, children }: ChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-serif text-xl font-semibold">
        What happens to {orders === 1 ? 'the order' : `the ${orders} orders`}?
      </legend>
      {isMissing && (
        <FieldError role="alert" className="mb-2">
          Please choose what happens to {orders === 1 ? 'it' : 'them'}.
        </FieldError>
      )}
      <div className="grid gap-2">
        {choices.map((choice) => (
          <Fragment key={choice.value}>
            <ChoiceCard
              name="choice"
              value={choice.value}
              label={choice.label}
              note={choice.note}
              checked={chosen?.value === choice.value}
              onChoose={() => onChoose(choice)}
            />
            {choice.value === ANOTHER_DATE && chosen === choice && children}
          </Fragment>
        ))}
      </div>
    </fieldset>
  )
}

/** As typed; `hours` by place, null to keep each place's own. */
type TypedDate = { day: string; hours: Record<string, TypedHours> | null }

function readDate({ day, hours }: TypedDate, closed: readonly DeskDay[]): AnotherDate {
  if (!hours) return { day }
  const own = closed.map((one) => {
    const { capacity: _, ...times } = readFields(
      HOURS_FIELDS,
      hours[one.id] ?? typedFields(HOURS_FIELDS, one),
    )
    return { marketDayId: one.id, ...times }
  })
  return { day, hours: own }
}

type AnotherDateProps = {
  typed: TypedDate
  onType: (typed: TypedDate) => void
  closed: readonly DeskDay[]
  nameOf: (day: DeskDay) => string
  error: string | undefined
}

function AnotherDateFields({ typed, onType, closed, nameOf, error }: AnotherDateProps) {
  const { day, hours } = typed
  return (
    <div className="grid gap-4 pl-4">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="New date"
          required
          type="date"
          name="moveTo.day"
          value={day}
          error={error}
          onChange={({ target }) => onType({ ...typed, day: target.value })}
        />
        <SelectField
          label="Hours"
          required
          value={hours ? 'other' : 'same'}
          onChange={({ target }) => onType({ day, hours: target.value === 'other' ? {} : null })}
        >
          <option value="same">Same hours</option>
          <option value="other">Other hours</option>
        </SelectField>
      </div>
      {hours &&
        closed.map((one) => (
          <fieldset key={one.id} className="min-w-0">
            <legend className="mb-1 font-semibold">
              {nameOf(one)}, {formatHours(one)} until now
            </legend>
            <div className="grid gap-4">
              <TimesFields
                typed={hours[one.id] ?? typedFields(HOURS_FIELDS, one)}
                onType={(times) => onType({ day, hours: { ...hours, [one.id]: times } })}
                errors={{}}
                weekday={null}
              />
            </div>
          </fieldset>
        ))}
    </div>
  )
}
