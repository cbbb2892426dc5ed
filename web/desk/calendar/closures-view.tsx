import { Trash2 } from 'lucide-react'
import { calendar, type DeskCalendar } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { type ClosureDraft, closureDraft } from '#contract/calendar/rules.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { namesOf, SelectField, TextAreaField, TextField } from '#web/ui/field.tsx'
import { CardList, CardRow, RowText } from '../shared/card.tsx'
import { type DialogProps, openDialog, type QuestionProps, useDraft } from '../shared/dialog-at.tsx'
import { errorsIn, useCheckedForm, wiredTo } from '../shared/edit-form.ts'
import { IconButton } from '../shared/icon-button.tsx'
import { TaskTab } from '../shared/task-dialog.tsx'
import { placeName } from './calendar-text.ts'
import { PlanDays, PlanDialog, PlanQuestion, usePlan } from './plan-dialog.tsx'

type Closure = DeskCalendar['closures'][number]

export function ClosuresView({ calendar: { closures, places } }: { calendar: DeskCalendar }) {
  return (
    <TaskTab
      title="Days off"
      addLabel="Add days off"
      base="calendar/closed"
      taskAt={(path) => {
        if (path === 'new')
          return { dialogOf: (dialog) => <ClosureDialog places={places} {...dialog} /> }
        const id = /^([1-9]\d{0,9})\/delete$/.exec(path)?.[1]
        if (id === undefined) return null
        const closure = closures.find((one) => String(one.id) === id)
        if (!closure) return 'gone'
        return { dialogOf: (dialog) => <OpenAgainQuestion closure={closure} {...dialog} /> }
      }}
    >
      <CardList empty="No days off." hint="Add some for a vacation or a holiday.">
        {closures.map((closure) => (
          <CardRow key={closure.id} className="flex items-center gap-3 px-4 py-3">
            <RowText
              title={`${formatSpan(closure)} · ${placeName(places, closure.placeId)}`}
              note={closure.message}
            />
            <IconButton
              tip="Open again"
              label={`Open ${formatSpan(closure)} again`}
              Icon={Trash2}
              isDanger
              onClick={() => openDialog(`calendar/closed/${closure.id}/delete`)}
            />
          </CardRow>
        ))}
      </CardList>
    </TaskTab>
  )
}

function OpenAgainQuestion({ closure, ...dialog }: QuestionProps & { closure: Closure }) {
  return (
    <PlanQuestion
      {...dialog}
      title={`Open ${formatSpan(closure)} again?`}
      confirmLabel="Open again"
      done="The days are open again"
      failed="The days were not opened"
      send={(confirm) =>
        call(calendar.deleteClosure, { params: { id: closure.id }, query: { confirm } })
      }
    />
  )
}

function formatSpan({ fromDay, untilDay }: Closure): string {
  if (fromDay === untilDay) return formatDay(fromDay)
  return `${formatDay(fromDay)} to ${formatDay(untilDay)}`
}

const BLANK = { placeId: '', fromDay: '', untilDay: '', message: '' }

function ClosureDialog({ places, ...dialog }: DialogProps & { places: readonly DeskPlace[] }) {
  const [typed, setTyped] = useDraft('typed', BLANK)
  const planned = usePlan({
    send: (draft: ClosureDraft, hash: string | undefined) =>
      call(calendar.createClosure, { body: { ...draft, confirm: hash } }),
    done: 'Days off saved',
    failed: 'The days off were not saved',
    onDone: dialog.onClose,
  })
  const { form, send, errors } = useCheckedForm(planned.look)
  const submit = () => {
    const placeId = typed.placeId === '' ? null : Number(typed.placeId)
    const body = { ...typed, placeId, untilDay: typed.untilDay || typed.fromDay }
    send(typed.fromDay ? errorsIn(closureDraft.safeParse(body)) : NO_DAY, body)
  }
  const wired = wiredTo({ typed, onType: setTyped, errors })
  return (
    <PlanDialog
      title="Add days off"
      {...dialog}
      planned={planned}
      form={form}
      saveLabel="Close these days"
      isTouched={() => typed !== BLANK}
      onLook={submit}
      preview={(plan) => <PlanDays plan={plan} isNew={planned.isNew} />}
    >
      <div className="grid gap-5">
        <SelectField label="Where" required options={namesOf(places)} {...wired('placeId')}>
          <option value="">All places</option>
        </SelectField>
        <div className="grid grid-cols-2 gap-3">
          <TextField label="First day" required type="date" {...wired('fromDay')} />
          <TextField label="Last day" type="date" {...wired('untilDay')} />
        </div>
        <TextAreaField
          label="What buyers read"
          hint="Such as: we are on vacation and back on May 2."
          maxLength={500}
          {...wired('message')}
        />
      </div>
    </PlanDialog>
  )
}

const NO_DAY = { fromDay: 'Please choose the first day.' }
