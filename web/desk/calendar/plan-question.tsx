import { useQuery } from '@tanstack/react-query'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { CalendarPlan } from '#contract/calendar/plans.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { QuestionProps } from '../shared/change-question.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useCalendarChange } from './calendar-query.ts'
import { PlanDays } from './plan-days.tsx'
import { isPlanChanged } from './use-plan.ts'

type PlanQuestionProps = QuestionProps & {
  title: string
  places: readonly DeskPlace[]
  confirmLabel: string
  done: string
  failed: string
  send: (confirm: string | undefined) => Promise<CalendarPlan>
}

export function PlanQuestion(props: PlanQuestionProps) {
  const { open, onClose, focusElse, title, places, confirmLabel, done, failed, send } = props
  const plan = useQuery({
    queryKey: ['calendar plan', title],
    queryFn: () => send(undefined),
    enabled: open,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const save = useCalendarChange({ send, done, failed, onShown: onClose })
  const confirm = () => save.mutate(plan.data?.hash, { onError: () => void plan.refetch() })
  return (
    <Dialog
      {...{ open, onClose, title }}
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
        {(shown) => <PlanDays plan={shown} places={places} isNew={isPlanChanged(save.error)} />}
      </QueryStates>
    </Dialog>
  )
}
