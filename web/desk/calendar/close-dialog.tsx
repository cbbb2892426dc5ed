import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatOrders } from '#contract/box-text.ts'
import type { DeskCalendar } from '#contract/calendar.ts'
import type { DeskDay } from '#contract/calendar-days.ts'
import { formatDay } from '#contract/date-format.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { type ClosedDay, marketDayChanges } from '#contract/market-day-changes.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ChoiceCard } from '#web/ui/choice-card.tsx'
import { TextAreaField } from '#web/ui/field.tsx'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useDraft } from '../shared/use-draft.ts'
import { useCalendarChange } from './calendar-query.ts'
import { type CloseChoice, closeChoices } from './close-choices.ts'
import { ClosePreview, RefusedOrders } from './close-preview.tsx'
import { PlanFooter } from './plan-footer.tsx'
import { isPlanChanged } from './use-plan.ts'

type Closing = { id: string; message: string; moveTo: number | null; cancelRest: boolean }

type CloseAnswer = OutputOf<typeof marketDayChanges.close>

type CloseDialogProps = DialogProps & { day: DeskDay; calendar: DeskCalendar }

export function CloseDialog({ day, calendar, ...dialog }: CloseDialogProps) {
  const choices = closeChoices(day, calendar)
  const form = useRef<HTMLFormElement>(null)
  const [choice, setChoice] = useDraft('choice', day.orders === 0 ? choices.at(-1)?.value : '')
  const [isMissing, setMissing] = useState(false)
  const chosen = choices.find(({ value }) => value === choice)
  const setChosen = ({ value }: CloseChoice) => setChoice(value)
  const [typed, setTyped] = useDraft<string | null>('words', null)
  const message = typed ?? chosen?.message ?? ''
  const { look, plan, isNew, refused, isSaving, confirm, back } = useClosing(day, dialog.onClose)
  const preview = () => {
    setMissing(!chosen)
    if (!chosen) return form.current?.querySelector<HTMLElement>('input')?.focus()
    const { moveTo, cancelRest } = chosen
    look.mutate({ id: newUuid(), message, moveTo, cancelRest })
  }
  if (refused.length > 0) return <RefusedOrders list={refused} {...dialog} />
  return (
    <FormDialog
      title={day.state === 'open' ? `Close ${formatDay(day.day)}` : 'Move or cancel its orders'}
      {...dialog}
      isTouched={() => typed !== null}
      form={form}
      onSubmit={plan ? confirm : preview}
      footer={(formId) => (
        <PlanFooter
          {...{ formId, isSaving }}
          isPlanned={plan !== null}
          isLooking={look.isPending}
          lookLabel={day.orders === 0 ? 'Next' : 'See who is told'}
          saveLabel={saveLabel(day, chosen)}
          onBack={back}
        />
      )}
    >
      {plan && chosen ? (
        <ClosePreview {...{ plan, chosen, message, isNew }} />
      ) : (
        <div className="grid gap-6">
          {day.orders > 0 && (
            <Choices
              {...{ orders: day.orders, choices, chosen }}
              isMissing={isMissing && !chosen}
              onChoose={setChosen}
            />
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
      )}
    </FormDialog>
  )
}

function saveLabel(day: DeskDay, chosen: CloseChoice | undefined): string {
  if (chosen?.cancelRest) return 'Cancel the orders'
  return day.state === 'open' ? 'Close this day' : 'Move the orders'
}

function useClosing(day: DeskDay, onClose: () => void) {
  const finish = useFinish()
  const [isNew, setNew] = useState(false)
  const [refused, setRefused] = useState<ClosedDay['refused']>([])
  const close = (body: Closing & { confirm?: string }) =>
    call(marketDayChanges.close, { params: { id: String(day.id) }, body })
  const failed = 'The day was not closed'
  const look = useMutation({ mutationFn: close, onError: (error) => toastFailure(failed, error) })
  const save = useCalendarChange({
    send: close,
    done: (answer) => ({ title: formatOutcome(day, answer) }),
    failed,
    onShown: (answer) => {
      if (!('refused' in answer)) return onClose()
      if (answer.refused.length > 0) setRefused(answer.refused)
      else if (answer.toCall.length > 0) finish('calls')
      else onClose()
    },
  })
  const { data: plan, variables: sent } = look
  const confirm = () => {
    if (!plan || !('confirm' in plan) || !sent) return
    const lookAgain = (failure: Error) => {
      if (!isPlanChanged(failure)) return
      setNew(true)
      look.mutate(sent)
    }
    save.mutate({ ...sent, confirm: plan.confirm }, { onError: lookAgain })
  }
  const shown = plan && 'confirm' in plan ? plan : null
  const { reset: back } = look
  return { look, plan: shown, isNew, refused, isSaving: save.isPending, confirm, back }
}

function formatOutcome(day: DeskDay, answer: CloseAnswer): string {
  const { moved, cancelled } = 'moved' in answer ? answer : { moved: 0, cancelled: 0 }
  const parts = [
    ...(day.state === 'open' ? ['the day is closed'] : []),
    ...(moved > 0 ? [`${formatOrders(moved)} moved`] : []),
    ...(cancelled > 0 ? [`${formatOrders(cancelled)} cancelled`] : []),
  ]
  const text = parts.join(', ') || 'nothing changed'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type ChoicesProps = {
  orders: number
  choices: readonly CloseChoice[]
  chosen: CloseChoice | undefined
  isMissing: boolean
  onChoose: (choice: CloseChoice) => void
}

function Choices({ orders, choices, chosen, isMissing, onChoose }: ChoicesProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-serif text-xl font-semibold">
        What happens to {orders === 1 ? 'the order' : `the ${orders} orders`}?
      </legend>
      {isMissing && (
        <p role="alert" className="mb-2 text-[0.9375rem] font-semibold text-beet">
          Please choose what happens to {orders === 1 ? 'it' : 'them'}.
        </p>
      )}
      <div className="grid gap-2">
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.value}
            name="choice"
            value={choice.value}
            label={choice.label}
            note={choice.note}
            checked={chosen?.value === choice.value}
            onChoose={() => onChoose(choice)}
          />
        ))}
      </div>
    </fieldset>
  )
}
