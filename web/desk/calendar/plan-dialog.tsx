import type { ReactNode, Ref } from 'react'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { PlanDays } from './plan-days.tsx'
import { PlanFooter } from './plan-footer.tsx'
import type { usePlan } from './use-plan.ts'

type PlanDialogProps<Sent> = DialogProps & {
  title: string
  places: readonly DeskPlace[]
  planned: ReturnType<typeof usePlan<Sent>>
  saveLabel: string
  isTouched: () => boolean
  form: Ref<HTMLFormElement>
  onLook: () => void
  children: ReactNode
  below?: ReactNode
}

export function PlanDialog<Sent>(props: PlanDialogProps<Sent>) {
  const { places, planned, saveLabel, onLook, children, ...dialog } = props
  const { look, plan, isNew, confirm, isSaving, back } = planned
  return (
    <FormDialog
      {...dialog}
      onSubmit={plan ? confirm : onLook}
      footer={(formId) => (
        <PlanFooter
          {...{ formId, isSaving, saveLabel }}
          isPlanned={plan !== null}
          isLooking={look.isPending}
          lookLabel="See what changes"
          onBack={back}
        />
      )}
    >
      {plan ? <PlanDays {...{ plan, places, isNew }} /> : children}
    </FormDialog>
  )
}
