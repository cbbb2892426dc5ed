import { type RefObject, useId, useRef, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { History } from '../history/history.tsx'
import { LeaveQuestion } from '../leave-question.tsx'
import { PictureField } from './picture-field.tsx'
import { checkDraft, type FieldErrors, isChanged, readForm } from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { PRODUCT_HISTORY_WORDS } from './product-history-words.ts'
import { refusedFields, useSaveProduct } from './save-product.ts'
import { usePicture } from './use-picture.ts'

type ProductDialogProps = { product: Product | null; open: boolean; onClose: () => void }

/** The form for a new product, or for the one that was opened; it stays, with all that was typed, until the shop has said yes. */
export function ProductDialog({ product, open, onClose }: ProductDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [isLeaving, setLeaving] = useState(false)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const picture = usePicture(product?.imageUrl ?? null)
  const save = useSaveProduct(product, { onSaved: onClose })
  const submit = () => {
    const checked = checkDraft(typedIn(form, picture.url))
    setWrong('errors' in checked ? checked.errors : {})
    save.reset()
    if ('errors' in checked) focusField(form, Object.keys(checked.errors))
    else save.mutate(checked.draft, { onError: (failure) => focusField(form, Object.keys(refusedFields(failure))) })
  }
  const isUploading = picture.progress !== null
  const leave = () => (isUploading || isChanged(typedIn(form, picture.url), product) ? setLeaving(true) : onClose())
  const close = () => {
    picture.callOff()
    onClose()
  }
  const errors = { ...refusedFields(save.error), ...wrong }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && leave()}
      title={product ? 'Edit Product' : 'Add New Product'}
      footer={<SaveButton formId={formId} isNew={!product} busy={save.isPending} isUploading={isUploading} />}
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => submitted(event, submit)}>
        <ProductFields product={product} errors={errors}>
          <PictureField picture={picture} error={errors.imageUrl} />
        </ProductFields>
      </form>
      {product && (
        <div className="mt-6">
          <History subject="product" id={String(product.id)} words={PRODUCT_HISTORY_WORDS} />
        </div>
      )}
      <LeaveQuestion open={isLeaving} onOpenChange={setLeaving} onLeave={close} />
    </Dialog>
  )
}

type SaveButtonProps = { formId: string; isNew: boolean; busy: boolean; isUploading: boolean }

function SaveButton({ formId, isNew, busy, isUploading }: SaveButtonProps) {
  const words = isNew ? 'Create Product' : 'Save Changes'
  const waiting = isUploading ? 'Waiting for the picture…' : 'Saving…'
  return (
    <Button type="submit" form={formId} size="lg" busy={busy || isUploading} className="w-full">
      {busy || isUploading ? waiting : words}
    </Button>
  )
}

function submitted(event: { preventDefault: () => void }, submit: () => void): void {
  event.preventDefault()
  submit()
}

function typedIn(form: RefObject<HTMLFormElement | null>, imageUrl: string | null) {
  return readForm(form.current ? new FormData(form.current) : new FormData(), imageUrl)
}

function focusField(form: RefObject<HTMLFormElement | null>, names: string[]): void {
  const fields = Array.from(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])
  fields.find((field) => names.includes(field.getAttribute('name') ?? ''))?.focus()
}
