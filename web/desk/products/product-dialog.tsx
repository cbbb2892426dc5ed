import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { type DeskProduct, PRODUCT_FIELDS, productDraft } from '#contract/products/products.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { useEditForm } from '../shared/edit-form.ts'
import { EditDialog } from '../shared/form-fields.tsx'
import { History } from '../shared/history.tsx'
import { JournalLink } from '../stock/journal-link.tsx'
import { DayLimits } from './day-limits.tsx'
import { PictureField } from './picture-field.tsx'
import {
  copyOf,
  isYes,
  PRODUCT_HISTORY,
  readProduct,
  type TypedProduct,
  typedProduct,
} from './product-draft.ts'
import { ProductFields } from './product-fields.tsx'
import { deskProductsQuery, useSaveProduct } from './products-query.ts'
import { usePicture } from './use-picture.ts'

/** `like` is what a new product begins as a copy of. */
type ProductDialogProps = DialogProps & { product: DeskProduct | null; like?: DeskProduct | null }

/**
 * The form for a new product, or for the one that was opened;
 * it stays open, with all that was typed, until it is saved.
 */
export function ProductDialog({ product, like = null, open, onClose }: ProductDialogProps) {
  const edit = useEditForm({
    first: typedProduct(product ?? (like ? copyOf(like) : {})),
    read: readProduct,
    check: productDraft.safeParse,
    save: useSaveProduct(product, onClose),
  })
  const { typed, setTyped, errors, question } = edit
  const picture = usePicture(typed.imageUrl || null, (url) =>
    setTyped((before) => ({ ...before, imageUrl: url ?? '' })),
  )
  const twin = useTwinQuestion(product)
  const isUploading = picture.progress !== null
  const askTwin = (wanted: TypedProduct, save: () => void) => {
    const { data } = productDraft.safeParse(readProduct(wanted))
    if (data) twin.ask(data.name, save)
    else save()
  }
  const saveChosen = (chosen: TypedProduct) => {
    const whole = { ...chosen, hidden: isYes(chosen.hidden) ? 'yes' : 'no' }
    setTyped(whole)
    askTwin(whole, () => question.onSave(whole))
  }
  return (
    <EditDialog
      open={open}
      onClose={() => {
        picture.callOff()
        onClose()
      }}
      title={product ? 'Edit Product' : 'Add New Product'}
      edit={{
        ...edit,
        isTouched: () => isUploading || edit.isTouched(),
        isSaving: edit.isSaving || isUploading,
        submit: () => askTwin(typed, edit.submit),
        question: { ...question, onSave: saveChosen },
      }}
      fields={ASKED_ABOUT}
      formats={{ imageUrl: showPicture, hidden: (value) => (isYes(value) ? 'Yes' : 'No') }}
      save={product ? 'Save Changes' : 'Create Product'}
      busyLabel={isUploading ? 'Waiting for the picture…' : undefined}
      below={
        <>
          {product && (
            <>
              <DayLimits product={product} />
              <JournalLink productId={product.id} className="mt-2" />
              <History
                subject="product"
                id={product.id}
                labels={PRODUCT_HISTORY}
                className="mt-2"
              />
            </>
          )}
          <TwinQuestion {...twin.question} />
        </>
      }
    >
      <ProductFields {...edit.wires} isNew={product === null}>
        <PictureField picture={picture} error={errors.imageUrl} />
      </ProductFields>
    </EditDialog>
  )
}

/** Sales change the stock all the time; it moves by the difference instead of being asked about. */
const { stock: _stock, ...ASKED_ABOUT } = PRODUCT_FIELDS

function showPicture(url: unknown) {
  if (typeof url !== 'string' || url === '') return 'No picture'
  return (
    <Picture url={url} use="card" alt="The picture" className="mt-1 aspect-4/3 w-32 rounded-xl" />
  )
}

type PendingQuestion = { twin: DeskProduct; save: () => void }

/** Asks before a second product gets a name that is there already; a name that was so before is not asked about. */
function useTwinQuestion(product: DeskProduct | null) {
  const client = useQueryClient()
  const [pending, setPending] = useState<PendingQuestion | null>(null)
  const checkName = (name: string, save: () => void) => {
    const known: readonly DeskProduct[] = client.getQueryData(deskProductsQuery.queryKey) ?? []
    const others = known.filter(({ id }) => id !== product?.id)
    const isNew = product === null || nameKey(product.name) !== nameKey(name)
    const twin = isNew && others.find((other) => nameKey(other.name) === nameKey(name))
    if (twin) setPending({ twin, save })
    else save()
  }
  return { ask: checkName, question: { pending, onClose: () => setPending(null) } }
}

function TwinQuestion({
  pending,
  onClose,
}: {
  pending: PendingQuestion | null
  onClose: () => void
}) {
  const twin = pending?.twin
  return (
    <ConfirmDialog
      open={pending !== null}
      onClose={onClose}
      title="Two products with this name?"
      confirmLabel="Save it all the same"
      cancelLabel="Change the name"
      onConfirm={() => {
        onClose()
        pending?.save()
      }}
    >
      {twin && (
        <p>
          There is already <strong>{twin.name}</strong> for {formatDollars(toCents(twin.price))},
          with {twin.stock} in stock{twin.hidden ? ', hidden' : ''}. Customers could not tell them
          apart.
        </p>
      )}
    </ConfirmDialog>
  )
}
