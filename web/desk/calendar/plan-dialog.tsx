import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useState } from 'react'
import { formatOrderBy } from '#contract/calendar/day-text.ts'
import type { CalendarPlan } from '#contract/calendar/rules.ts'
import { formatBoxes, formatOrders } from '#contract/packing/box-text.ts'
import { formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'
import { ApiFailure } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryStates } from '../shared/card.tsx'
import type { DialogProps, QuestionProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { Notice } from '../shared/notice.tsx'
import { Unfold } from '../shared/unfold.tsx'
import { type Change, toastFailure } from '../shared/use-change.ts'
import { useFarmTimeZone } from '../shared/use-farm-dates.ts'
import { calendarQuery, useCalendarChange } from './calendar-query.ts'
import { placeName } from './calendar-text.ts'

/** A change in two steps, as its dialog shows them. */
type Steps<Plan> = {
  look: { isPending: boolean }
  /** Null until it was looked at. */
  plan: Plan | null
  isSaving: boolean
  confirm: () => void
  back: () => void
}

type PlanDialogProps<Plan> = DialogProps & {
  title: string
  planned: Steps<Plan>
  lookLabel?: string
  saveLabel: string
  isTouched: () => boolean
  form: Ref<HTMLFormElement>
  onLook: () => void
  preview: (plan: Plan) => ReactNode
  children: ReactNode
  below?: ReactNode
}

export function PlanDialog<Plan>({
  planned,
  lookLabel = 'See what changes',
  saveLabel,
  onLook,
  preview,
  children,
  ...dialog
}: PlanDialogProps<Plan>) {
  const { look, plan, isSaving, confirm, back } = planned
  return (
    <FormDialog
      {...dialog}
      onSubmit={plan ? confirm : onLook}
      footer={(formId) =>
        plan ? (
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="quiet" disabled={isSaving} onClick={back}>
              Back
            </Button>
            <Button type="submit" form={formId} busy={isSaving}>
              {saveLabel}
            </Button>
          </div>
        ) : (
          <Button type="submit" form={formId} size="lg" busy={look.isPending} className="w-full">
            {lookLabel}
          </Button>
        )
      }
    >
      {plan ? preview(plan) : children}
    </FormDialog>
  )
}

type PlanDaysProps = { plan: CalendarPlan; isNew: boolean }

export function PlanDays({ plan, isNew }: PlanDaysProps) {
  const places = useQuery(calendarQuery).data?.places ?? []
  const timeZone = useFarmTimeZone()
  const nameOf = ({ placeId, day }: { placeId: number; day: string }) =>
    `${formatDay(day)}, ${placeName(places, placeId)}`
  const planned = (day: CalendarPlan['made'][number]) =>
    [nameOf(day), ...(day.state === 'closed' ? ['closed'] : termsOf(day, timeZone))].join(' · ')
  const isNothing = plan.made.length + plan.changed.length + plan.removed.length === 0
  return (
    <div className="grid gap-5">
      {isNew && (
        <Notice tone="warning" role="alert">
          Something changed in the meantime. This is the new plan.
        </Notice>
      )}
      {isNothing && <p>No coming day changes.</p>}
      <Lines title="New days" lines={plan.made.map(planned)} />
      <Lines title="Changed days" lines={plan.changed.map(planned)} />
      <Lines title="Days that go away" lines={plan.removed.map(nameOf)} />
      <Lines
        title="Days that stay as they are"
        lines={plan.kept.map((day) => `${nameOf(day)} · ${whyRetained(day)}`)}
      />
    </div>
  )
}

function termsOf(day: CalendarPlan['made'][number], timeZone: string): string[] {
  return [
    formatHours(day),
    formatOrderBy(day, timeZone),
    ...(day.capacity === null ? [] : [`at most ${formatBoxes(day.capacity)}`]),
  ]
}

function whyRetained({ orders, byHand }: CalendarPlan['kept'][number]): string {
  return [
    ...(orders > 0 ? [formatOrders(orders)] : []),
    ...(byHand ? ['made or edited by hand'] : []),
  ].join(', ')
}

const SHOWN_AT_ONCE = 5

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  const rest = lines.slice(SHOWN_AT_ONCE)
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-sans text-base font-semibold tracking-normal">
        {title}: {lines.length}
      </h3>
      <LineList lines={lines.slice(0, SHOWN_AT_ONCE)} />
      {rest.length > 0 && (
        <Unfold summary={`${rest.length} more`}>
          <LineList lines={rest} />
        </Unfold>
      )}
    </section>
  )
}

function LineList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="list-disc pl-5">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

type Planned<Sent, Plan, Answer> = {
  /** Without `confirm`, only a preview. */
  send: (sent: Sent, confirm: string | undefined) => Promise<Plan | Answer>
  done: Change<unknown, Plan | Answer>['done']
  failed: string
  onDone: (answer: Plan | Answer) => void
  /** What is said at a field of the form, and in no toast. */
  isAtField?: (failure: Error, sent: Sent) => boolean
}

/** A change in two steps: preview what it does to the days, then apply it once confirmed. */
export function usePlan<
  Sent,
  Plan extends { hash: string } = CalendarPlan,
  Answer extends object = Plan,
>({ send, done, failed, onDone, isAtField = () => false }: Planned<Sent, Plan, Answer>) {
  const [isNew, setNew] = useState(false)
  const look = useMutation({
    mutationFn: (sent: Sent) => send(sent, undefined),
    onError: (failure, sent) => void (isAtField(failure, sent) || toastFailure(failed, failure)),
  })
  const save = useCalendarChange({
    send: ({ sent, hash }: { sent: Sent; hash: string }) => send(sent, hash),
    done,
    failed,
    onShown: onDone,
  })
  const { data, variables: sent } = look
  const plan = data && 'hash' in data ? data : null
  const confirm = () => {
    if (!plan || sent === undefined) return
    const lookAgain = (failure: Error) => {
      // If nobody answered, the same plan can be confirmed again.
      if (!(failure instanceof ApiFailure)) return
      setNew(isPlanChanged(failure))
      look.mutate(sent)
    }
    save.mutate({ sent, hash: plan.hash }, { onError: lookAgain })
  }
  const back = () => {
    setNew(false)
    look.reset()
  }
  return { look, plan, isNew, confirm, isSaving: save.isPending, back }
}

/** Someone ordered or changed the days after the preview. */
function isPlanChanged(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.refusal.code === 'plan-changed'
}

type PlanQuestionProps = QuestionProps & {
  title: string
  confirmLabel: string
  done: string
  failed: string
  send: (confirm: string | undefined) => Promise<CalendarPlan>
}

export function PlanQuestion(props: PlanQuestionProps) {
  const { open, onClose, focusElse, title, confirmLabel, done, failed, send } = props
  const plan = useQuery({
    queryKey: ['calendar plan', title],
    queryFn: () => send(undefined),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
  })
  const save = useCalendarChange({ send, done, failed, onShown: onClose })
  const confirm = () => save.mutate(plan.data?.hash, { onError: () => void plan.refetch() })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      onFocusLost={() => focusElse.current?.focus()}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={!plan.data}
            busy={save.isPending || (plan.isFetching && plan.data !== undefined)}
            onClick={confirm}
          >
            {confirmLabel}
          </Button>
        </div>
      }
    >
      <QueryStates
        loading="Looking at the days…"
        failed="Could not find out what this changes."
        query={plan}
      >
        {(shown) => <PlanDays plan={shown} isNew={isPlanChanged(save.error)} />}
      </QueryStates>
    </Dialog>
  )
}
