import { useQuery } from '@tanstack/react-query'
import { z } from 'zod/mini'
import type { DeskCalendar } from '#contract/calendar/calendar.ts'
import { formatDollars } from '#contract/money/money.ts'
import { phoneOrderDraft, phoneOrders } from '#contract/orders/phone-orders.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { errorsIn, type FieldErrors, useCheckedForm } from '../shared/checked-form.ts'
import { type DialogProps, useFinish } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { withQuery } from '../shared/leaving.ts'
import { Notice } from '../shared/notice.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { REFRESHED } from './orders-query.ts'
import {
  type Destination,
  destinationOf,
  draftOf,
  EMPTY_ORDER,
  type PhoneOrderForm,
  totalOf,
} from './phone-order-draft.ts'
import { PhoneOrderFields } from './phone-order-fields.tsx'

export function PhoneOrderDialog(dialog: DialogProps) {
  const finish = useFinish()
  const [id] = useDraft('id', newUuid)
  const [typed, setTyped] = useDraft('typed', EMPTY_ORDER)
  const calendar = useQuery(calendarQuery)
  const destination = destinationOf(typed.day, calendar.data ?? NO_CALENDAR)
  const { form, errors, forgetErrors, isFull, submit, save } = useSaving({
    id,
    typed,
    destination,
    onSaved: (saved) => finish(withQuery(`orders/${saved}`)),
  })
  const total = totalOf(typed, destination)
  return (
    <FormDialog
      {...dialog}
      title="New order"
      description="By phone or at the door: the customer pays you, now or later."
      isTouched={() => typed !== EMPTY_ORDER}
      form={form}
      onSubmit={submit}
      footer={(formId) => (
        <>
          {isFull && (
            <Notice tone="warning" className="mb-3">
              That day is full. Save again to take one more order than you set.
            </Notice>
          )}
          <Button type="submit" form={formId} size="lg" busy={save.isPending} className="w-full">
            <span>
              {saveLabel({ isSaving: save.isPending, isFull })}
              {total !== null && total > 0 && <> · {formatDollars(total)}</>}
            </span>
          </Button>
        </>
      )}
    >
      <QueryStates
        loading="Loading the days…"
        failed="The days could not be loaded."
        query={calendar}
      >
        {(data) => (
          <PhoneOrderFields
            {...{ typed, errors, destination, calendar: data }}
            onType={(next) => {
              if (next.day !== typed.day) save.reset()
              forgetErrors()
              setTyped(next)
            }}
          />
        )}
      </QueryStates>
    </FormDialog>
  )
}

const NO_CALENDAR: DeskCalendar = { places: [], days: [], closures: [], pause: null }

function saveLabel({ isSaving, isFull }: { isSaving: boolean; isFull: boolean }): string {
  if (isSaving) return 'Saving…'
  return isFull ? 'Save all the same' : 'Save the order'
}

type Saving = {
  id: string
  typed: PhoneOrderForm
  destination: Destination
  onSaved: (id: number) => void
}

function useSaving({ id, typed, destination, onSaved }: Saving) {
  const save = useChange({
    send: (body: ReturnType<typeof draftOf> & { makesRoom?: boolean }) =>
      call(phoneOrders.place, { body }),
    done: (placed) => ({
      title: `Order #${placed.id} saved`,
      description: placed.isMailed
        ? 'The customer gets an email.'
        : 'No email goes out: its receipt is a link.',
    }),
    failed: 'The order was not saved',
    refreshes: [...REFRESHED, ...CONCERNED],
    onShown: (placed) => onSaved(placed.id),
  })
  const { form, send, errors, forgetErrors } = useCheckedForm(save)
  const isFull = save.error instanceof ApiFailure && save.error.refusal.code === 'day-full'
  const submit = () => {
    const draft = draftOf(typed, destination, id)
    const wrong = messagesFor(errorsIn(z.safeParse(phoneOrderDraft, draft)), typed)
    send(wrong, isFull ? { ...draft, makesRoom: true } : draft)
  }
  return { form, errors, forgetErrors, isFull, submit, save }
}

/** What the contract cannot know: a day is to be chosen, and which field shows what is wrong. */
function messagesFor(errors: FieldErrors, { day }: PhoneOrderForm): FieldErrors {
  const all = day === '' ? { ...errors, marketDayId: 'Please choose a day and place.' } : errors
  return Object.fromEntries(Object.entries(all).filter(([field]) => field !== 'total'))
}
