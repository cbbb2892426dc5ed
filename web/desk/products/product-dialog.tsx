import { useId, useState } from 'react'
import { PRODUCT_FIELDS, PRODUCT_LABELS, type Product, type ProductField } from '#contract/products.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import { History } from '../shared/history.tsx'
import { LeaveQuestion } from '../shared/leave-question.tsx'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { PictureField } from './picture-field.tsx'
import { ProductFields } from './product-fields.tsx'
import { PRODUCT_HISTORY } from './product-history.ts'
import { useProductForm } from './use-product-form.ts'

type ProductDialogProps = { product: Product | null; open: boolean; onClose: () => void }

/** The form for a new product, or for the one that was opened; it stays, with all that was typed, until the shop has said yes. */
export function ProductDialog({ product, open, onClose }: ProductDialogProps) {
  const formId = useId()
  const [isLeaving, setLeaving] = useState(false)
  const { form, picture, typed, isTouched, submit, isSaving, errors, question } = useProductForm(product, onClose)
  const close = () => {
    picture.callOff()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && (isTouched() ? setLeaving(true) : onClose())}
      title={product ? 'Edit Product' : 'Add New Product'}
      footer={<SaveButton formId={formId} isNew={!product} busy={isSaving} isUploading={picture.progress !== null} />}
    >
      <form id={formId} ref={form} noValidate onSubmit={(event) => submitted(event, submit)}>
        <ProductFields product={product} errors={errors}>
          <PictureField picture={picture} error={errors.imageUrl} />
        </ProductFields>
      </form>
      {product && (
        <div className="mt-6">
          <History subject="product" id={String(product.id)} labels={PRODUCT_HISTORY} />
        </div>
      )}
      {question.meanwhile.size > 0 && <MeanwhileQuestion contested={CONTESTED} typed={typed()} {...question} />}
      <LeaveQuestion open={isLeaving} onOpenChange={setLeaving} onLeave={close} />
    </Dialog>
  )
}

const SAY: Partial<Record<ProductField, Contested['format']>> = { price: formatDollarsOrNone, imageUrl: showPicture }

/** Sales change the stock all the time; it moves by the difference instead of being asked about. */
const CONTESTED: readonly Contested[] = PRODUCT_FIELDS.filter((field) => field !== 'stock').map((field) => {
  return { field, label: PRODUCT_LABELS[field], format: SAY[field] ?? formatText }
})

function showPicture(url: unknown) {
  if (typeof url !== 'string' || url === '') return 'No picture'
  return <Picture url={url} use="card" alt="The picture" className="mt-1 aspect-4/3 w-32 rounded-xl" />
}

type SaveButtonProps = { formId: string; isNew: boolean; busy: boolean; isUploading: boolean }

function SaveButton({ formId, isNew, busy, isUploading }: SaveButtonProps) {
  const labels = isNew ? 'Create Product' : 'Save Changes'
  const waiting = isUploading ? 'Waiting for the picture…' : 'Saving…'
  return (
    <Button type="submit" form={formId} size="lg" busy={busy || isUploading} className="w-full">
      {busy || isUploading ? waiting : labels}
    </Button>
  )
}

function submitted(event: { preventDefault: () => void }, submit: () => void): void {
  event.preventDefault()
  submit()
}
