import { calendar } from '#contract/calendar/calendar.ts'
import { type DaysDraft, daysDraft } from '#contract/calendar/days.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { useCalendarChange } from './calendar-query.ts'
import { HoursFields, Question, readHours, USUAL_HOURS } from './hours-fields.tsx'

type AddDaysDialogProps = DialogProps & { places: readonly DeskPlace[] }

export function AddDaysDialog({ places, ...dialog }: AddDaysDialogProps) {
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
    const body = { placeId: Number(placeId), days: [...days], ...readHours(hours) }
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
          >
            {places.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
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
        One day more
      </Button>
    </>
  )
}

function messageFor(error: string | undefined, day: string): string | undefined {
  return day === '' ? 'Please choose a day.' : error
}
