import { type RefObject, useId, useRef, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkDraft, type FieldErrors, isChanged, readForm } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { refusedFields, useSaveProduct } from './save-product.ts'

type ProductDialogProps = { product: Product | null; open: boolean; onClose: () => void }

/** The form for a new product, or for the one that was opened; it stays, with all that was typed, until the shop has said yes. */
export function ProductDialog({ product, open, onClose }: ProductDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useSaveProduct(product, { onSaved: onClose })
  const submit = () => {
    const checked = checkDraft(typedIn(form, product))
    setWrong('errors' in checked ? checked.errors : {})
    save.reset()
    if ('errors' in checked) focusField(form, Object.keys(checked.errors))
    else save.mutate(checked.draft, { onError: (failure) => focusField(form, Object.keys(refusedFields(failure))) })
  }
  const leave = () => (isChanged(typedIn(form, product), product) ? setLeaving(true) : onClose())
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave()}
      title={product ? 'Edit Product' : 'Add New Product'}
      footer={<SaveButton formId={formId} isNew={!product} busy={save.isPending} />}
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => submitted(event, submit)}>
        <ProductFields product={product} errors={{ ...refusedFields(save.error), ...wrong }} />
      </form>
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title="Leave without saving?"
        confirmLabel="Leave"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      >
        What you typed will be lost.
      </ConfirmDialog>
    </Dialog>
  )
}

function SaveButton({ formId, isNew, busy }: { formId: string; isNew: boolean; busy: boolean }) {
  const words = isNew ? 'Create Product' : 'Save Changes'
  return (
    <Button type="submit" form={formId} size="lg" busy={busy} className="w-full">
      {busy ? 'Saving…' : words}
    </Button>
  )
}

function submitted(event: { preventDefault: () => void }, submit: () => void): void {
  event.preventDefault()
  submit()
}

function typedIn(form: RefObject<HTMLFormElement | null>, product: Product | null) {
  return readForm(form.current ? new FormData(form.current) : new FormData(), product?.imageUrl ?? null)
}

function focusField(form: RefObject<HTMLFormElement | null>, names: string[]): void {
  const fields = Array.from(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus()
}
