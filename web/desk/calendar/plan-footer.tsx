import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'

type PlanFooterProps = {
  formId: string
  isPlanned: boolean
  isLooking: boolean
  isSaving: boolean
  lookLabel: string
  saveLabel: string
  onBack: () => void
}

export function PlanFooter(props: PlanFooterProps): ReactNode {
  const { formId, isPlanned, isLooking, isSaving, lookLabel, saveLabel, onBack } = props
  if (!isPlanned)
    return (
      <Button key="look" type="submit" form={formId} size="lg" busy={isLooking} className="w-full">
        {lookLabel}
      </Button>
    )
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="quiet" disabled={isSaving} onClick={onBack}>
        Back
      </Button>
      <Button key="save" type="submit" form={formId} busy={isSaving}>
        {saveLabel}
      </Button>
    </div>
  )
}
