import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CalendarPlan } from '#contract/calendar/plans.ts'
import { ApiFailure } from '#web/api/request.ts'
import { toastFailure } from '../shared/toast-failure.ts'
import type { Change } from '../shared/use-change.ts'
import { useCalendarChange } from './calendar-query.ts'

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
export function isPlanChanged(failure: Error | null): boolean {
  return failure instanceof ApiFailure && failure.refusal.code === 'plan-changed'
}
