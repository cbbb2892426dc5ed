import { useMutation } from '@tanstack/react-query'
import type { DeskDay } from '#contract/calendar/days.ts'
import { type DayAudience, marketDayChanges } from '#contract/calendar/market-day-changes.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { TextAreaField } from '#web/ui/field.tsx'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useDraft } from '../shared/use-draft.ts'
import { useCalendarChange } from './calendar-query.ts'
import { formatPeople } from './calendar-text.ts'
import { PlanFooter } from './plan-footer.tsx'
import { WhoIsTold } from './who-is-told.tsx'

type Message = { id: string; message: string }

export function MessageDialog({ day, ...dialog }: DialogProps & { day: DeskDay }) {
  const [message, setMessage] = useDraft('message', '')
  const failed = 'Nobody was emailed'
  const finish = useFinish()
  const request = (preview: boolean) => (sent: Message) =>
    call(marketDayChanges.message, {
      params: { id: String(day.id) },
      body: { ...sent, preview },
    })
  const look = useMutation({
    mutationFn: request(true),
    onError: (failure) => toastFailure(failed, failure),
  })
  const send = useCalendarChange({
    send: request(false),
    done: ({ people }) => ({ title: `Emailed ${formatPeople(people)}` }),
    failed,
    onShown: ({ toCall }) => (toCall.length > 0 ? finish('calls') : dialog.onClose()),
  })
  const checked = useCheckedForm(look)
  const submit = () => {
    const body = { id: newUuid(), message }
    checked.send(errorsIn(marketDayChanges.message.body.safeParse(body)), body)
  }
  const { data: audience, variables: sent } = look
  return (
    <FormDialog
      title={`Email everyone who ordered for ${formatDay(day.day)}`}
      {...dialog}
      isTouched={() => message !== ''}
      form={checked.form}
      onSubmit={() => (audience && sent ? send.mutate(sent) : submit())}
      footer={(formId) => (
        <PlanFooter
          formId={formId}
          isPlanned={audience !== undefined}
          isLooking={look.isPending}
          isSaving={send.isPending}
          lookLabel="See who is told"
          saveLabel={saveLabel(audience)}
          onBack={look.reset}
        />
      )}
    >
      {audience ? (
        <div className="grid gap-4">
          <WhoIsTold people={audience.people} toCall={audience.toCall} />
          <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
        </div>
      ) : (
        <TextAreaField
          label="Message"
          required
          name="message"
          hint="Such as: we are running late, or please use the other entrance."
          maxLength={1000}
          rows={5}
          value={message}
          error={checked.errors.message}
          onChange={({ target }) => setMessage(target.value)}
        />
      )}
    </FormDialog>
  )
}

function saveLabel(audience: DayAudience | undefined): string {
  if (!audience) return 'Send'
  const { people, toCall } = audience
  return people > 0
    ? `Send to ${formatPeople(people)}`
    : `Note ${formatPeople(toCall.length)} to call`
}
