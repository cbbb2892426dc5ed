import { calendar } from '#contract/calendar.ts'
import { type DeskDay, dayChange } from '#contract/calendar-days.ts'
import { formatDay } from '#contract/date-format.ts'
import { type ChangeNotice, marketDayChanges } from '#contract/market-day-changes.ts'
import { call } from '#web/api/call.ts'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { dayHash } from './calendar-text.ts'
import { CONTESTED_HOURS, HoursFields, readHours, typedHours } from './hours-fields.tsx'

export function DayDialog({ day, ...dialog }: DialogProps & { day: DeskDay }) {
  const finish = useFinish()
  const save = useCalendarChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readHours>>) =>
      call(calendar.changeDay, {
        params: { id: String(day.id) },
        body: changeOf(loaded, draft),
      }),
    done: 'Day changed',
    failed: 'The day was not changed',
    onShown: async () => {
      const notice = await lookWhoKnows(day.id)
      if (notice && notice.people + notice.toCall.length > 0) finish(`${dayHash(day.id)}/tell`)
      else dialog.onClose()
    },
  })
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: typedHours(day),
    read: readHours,
    check: dayChange.safeParse,
    save,
  })
  return (
    <FormDialog
      title={formatDay(day.day)}
      description="This day keeps what you set here even if the schedule changes. Its orders stay, and you can tell their buyers next."
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: 'Save this day', busy: isSaving }}
    >
      <div className="grid gap-7">
        <HoursFields typed={typed} onType={setTyped} errors={errors} weekday={weekdayOf(day)} />
      </div>
      <MeanwhileQuestion contested={CONTESTED_HOURS} {...question} />
    </FormDialog>
  )
}

/** Null where nobody answers: the day's page says it as well. */
function lookWhoKnows(id: number): Promise<ChangeNotice | null> {
  const preview = { params: { id: String(id) }, body: { preview: true } }
  return call(marketDayChanges.changeNotice, preview).catch(() => null)
}

function weekdayOf({ day }: DeskDay): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}
