import type { RefObject } from 'react'
import type { Page } from '#contract/pages.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDeletePage } from './save-page.ts'

type DeletePageDialogProps = {
  page: Page
  open: boolean
  onClose: () => void
  focusElse: RefObject<HTMLElement | null>
}

export function DeletePageDialog({ page, open, onClose, focusElse }: DeletePageDialogProps) {
  const deletion = useDeletePage({ onDeleted: onClose })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Are you sure you want to delete this page?"
      confirmLabel={deletion.isPending ? 'Deleting…' : 'Delete'}
      onConfirm={() => deletion.mutate(page)}
      busy={deletion.isPending}
      focusElse={focusElse}
    >
      <strong>{page.title}</strong> will leave the shop for good. To hide it for a while, make it a draft instead.
    </ConfirmDialog>
  )
}
