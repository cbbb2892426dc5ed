import { Dialog } from '#web/ui/dialog.tsx'
import { CopiedText } from '../shared/copied-text.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'

type SecretDialogProps = DialogProps & {
  title: string
  description: string
  secret: string
  what: string
}

/** Shown this once. */
export function SecretDialog({ secret, what, ...dialog }: SecretDialogProps) {
  return (
    <Dialog {...dialog}>
      <div className="grid justify-items-center gap-4">
        <CopiedText text={secret} what={what} />
      </div>
    </Dialog>
  )
}
