import { useMutation, useQuery } from '@tanstack/react-query'
import {
  type DecidedNoShow,
  type MissedDay,
  type NoShow,
  noShows,
} from '#contract/market/no-shows.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { call } from '#web/api/call.ts'
import { newUuid } from '#web/api/new-uuid.ts'
import { CONCERNED, calendarQuery } from '../calendar/calendar-query.ts'
import { PlanFooter } from '../calendar/plan-footer.tsx'
import { REFRESHED } from '../orders/orders-query.ts'
import { errorsIn, useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useChange } from '../shared/use-change.ts'
import { useDraft } from '../shared/use-draft.ts'
import { NoShowFields } from './no-show-fields.tsx'
import {
  daysToMove,
  effectsOf,
  type NamedDecision,
  NOTHING_CHOSEN,
  saveLabel,
  suggestedMessage,
  type TypedDecision,
} from './no-show-text.ts'

type NoShowDialogProps = DialogProps & { day: MissedDay; order: NoShow }

const FAILED = 'Nothing was decided'

export function NoShowDialog({ day, order, open, onClose }: NoShowDialogProps) {
  const [chosen, setTyped] = useDraft('typed', NOTHING_CHOSEN)
  const days = daysToMove(day, useQuery(calendarQuery).data, new Date())
  const typed = { ...chosen, moveTo: chosen.moveTo || (days[0]?.[0] ?? '') }
  const [label = ''] = days.flatMap(([id, text]) => (id === typed.moveTo ? [text] : []))
  const suggested = suggestedMessage({ typed, day, order, moveLabel: label })
  const message = order.canNotifyBuyer ? (typed.message ?? suggested) : ''
  const { look, isSaving, confirm } = useDeciding(order, onClose)
  const checked = useCheckedForm(look)
  const preview = () => {
    const body = bodyOf(typed, message)
    checked.send(errorsIn(noShows.decide.body.safeParse(body)), body)
  }
  return (
    <FormDialog
      open={open}
      title={`Order #${order.id} was not picked up`}
      description={`${order.customerName} · ${formatDay(day.day)} · ${day.placeName}`}
      onClose={onClose}
      isTouched={() => typed.message !== null}
      form={checked.form}
      onSubmit={look.data ? confirm : preview}
      footer={(formId) => (
        <PlanFooter
          {...{ formId, isSaving }}
          isPlanned={look.data !== undefined}
          isLooking={look.isPending}
          lookLabel="See what it does"
          saveLabel={saveLabel(typed)}
          onBack={look.reset}
        />
      )}
    >
      {look.data ? (
        <Preview {...{ order, message }} typed={{ ...typed, moveLabel: label }} plan={look.data} />
      ) : (
        <NoShowFields
          {...{ order, days, typed, message }}
          errors={checked.errors}
          onType={setTyped}
        />
      )}
    </FormDialog>
  )
}

type Body = Record<string, unknown> & { id: string }

function bodyOf(typed: TypedDecision, message: string): Body {
  const { decision, keepUntil, moveTo, goods } = typed
  return {
    ...{ id: newUuid(), decision: decision ?? '', message },
    ...(decision === 'keep' && keepUntil ? { keepUntil } : {}),
    ...(decision === 'next_day' && moveTo ? { moveTo: Number(moveTo) } : {}),
    ...(decision === 'cancel' ? { goods } : {}),
  }
}

function useDeciding(order: NoShow, onClose: () => void) {
  const decide = (body: Body) =>
    call(noShows.decide, { params: { id: String(order.id) }, body: body as never })
  const look = useMutation({
    mutationFn: decide,
    onError: (failure) => toastFailure(FAILED, failure),
  })
  const save = useChange({
    send: decide,
    done: `Order #${order.id} is decided`,
    failed: FAILED,
    refreshes: [noShows.list, ...REFRESHED, ...CONCERNED],
    onShown: onClose,
  })
  const confirm = () => {
    const { data, variables } = look
    if (data && variables)
      save.mutate({ ...variables, revision: data.revision }, { onError: look.reset })
  }
  return { look, isSaving: save.isPending, confirm }
}

type PreviewProps = { plan: DecidedNoShow; order: NoShow; typed: NamedDecision; message: string }

function Preview({ plan, order, typed, message }: PreviewProps) {
  const mustCall = order.customerPhone ? ` Please call ${order.customerPhone}.` : ''
  return (
    <div className="grid gap-4">
      {effectsOf(plan, typed, order).map((sentence) => (
        <p key={sentence} className="text-lg font-semibold">
          {sentence}
        </p>
      ))}
      {!plan.notifiesBuyer && <Notice tone="warning">Nobody is told by email.{mustCall}</Notice>}
      {plan.notifiesBuyer && message === '' && <p>{order.customerName} gets one email about it.</p>}
      {plan.notifiesBuyer && message !== '' && (
        <>
          <p>{order.customerName} gets one email with these words:</p>
          <p className="rounded-xl bg-paper p-4 whitespace-pre-wrap wrap-anywhere">{message}</p>
        </>
      )}
    </div>
  )
}
