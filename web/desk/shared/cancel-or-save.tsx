import { Button } from '#web/ui/button.tsx'

type CancelOrSaveProps = {
  formId: string
  label: string
  busy: boolean
  disabled: boolean
  onClose: () => void
}

export function CancelOrSave({ formId, label, busy, disabled, onClose }: CancelOrSaveProps) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-3">
      <Button variant="quiet" size="lg" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={formId} size="lg" busy={busy} disabled={disabled}>
        {busy ? 'Saving…' : label}
      </Button>
    </div>
  )
}
