import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { formatDollars, toCents } from '#contract/money.ts'
import {
  type DeskProduct,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type ProductField,
} from '#contract/products.ts'
import { nameKey } from '#contract/visible-text.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { useCheckedForm } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import { History } from '../shared/history.tsx'
import { useLoaded } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import { useDraft } from '../shared/use-draft.ts'
import { JournalLink } from '../stock/journal-link.tsx'
import { DayLimits } from './day-limits.tsx'
import { PictureField } from './picture-field.tsx'
import {
  checkDraft,
  copyOf,
  type FirstProduct,
  isChanged,
  isYes,
  loadedProduct,
  PRODUCT_HISTORY,
  readForm,
  type Typed,
  textsOf,
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
  const first = product ?? (like && copyOf(like))
  const { start, onType, picture, typed, errors, question, twin, ...its } = useProductForm(
    product,
    { first, onSaved: onClose },
  )
  const { form, isTouched, submit, isSaving } = its
  const isUploading = picture.progress !== null
  const close = () => {
    picture.callOff()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      isTouched={isTouched}
      onClose={close}
      title={product ? 'Edit Product' : 'Add New Product'}
      form={form}
      onType={onType}
      onSubmit={submit}
      save={{
        label: product ? 'Save Changes' : 'Create Product',
        busy: isSaving || isUploading,
        busyLabel: isUploading ? 'Waiting for the picture…' : 'Saving…',
      }}
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
          <TwinQuestion {...twin} />
          {question.meanwhile.size > 0 && (
            <MeanwhileQuestion contested={CONTESTED} typed={typed()} {...question} />
          )}
        </>
      }
    >
      <ProductFields isNew={product === null} typed={start} errors={errors}>
        <PictureField picture={picture} error={errors.imageUrl} />
      </ProductFields>
    </FormDialog>
  )
}

const FORMATS: Partial<Record<ProductField, Contested['format']>> = {
  price: formatDollarsOrNone,
  weighPrice: formatDollarsOrNone,
  imageUrl: showPicture,
  hidden: (value) => (isYes(value) ? 'Yes' : 'No'),
}

/** Sales change the stock all the time; it moves by the difference instead of being asked about. */
const CONTESTED: readonly Contested[] = PRODUCT_FIELDS.filter((field) => field !== 'stock').map(
  (field) => {
    return { field, label: PRODUCT_LABELS[field], format: FORMATS[field] ?? formatText }
  },
)

function showPicture(url: unknown) {
  if (typeof url !== 'string' || url === '') return 'No picture'
  return (
    <Picture url={url} use="card" alt="The picture" className="mt-1 aspect-4/3 w-32 rounded-xl" />
  )
}

type FormOptions = { first: FirstProduct | null; onSaved: () => void }

function useProductForm(product: DeskProduct | null, { first, onSaved }: FormOptions) {
  const picture = usePicture(first?.imageUrl ?? null)
  const twin = useTwinQuestion(product)
  const save = useSaveProduct(product, onSaved)
  // With a draft goes what it was typed over: what others changed since is asked about.
  const [opened] = useDraft('opened', product)
  const [stored, store] = useDraft('typed', typedProduct(first))
  const [start] = useState(stored)
  const { loaded, meanwhile, see } = useLoaded(opened ? loadedProduct(opened) : null, save.error)
  const { form, send, errors } = useCheckedForm(save)
  const typed = () =>
    readForm(form.current ? new FormData(form.current) : new FormData(), picture.url)
  const submit = (held: Typed, known = loaded) => {
    const { draft, errors = {} } = checkDraft(held)
    const save = () => send(errors, draft && { draft, loaded: known })
    if (draft) twin.ask(draft.name, save)
    else save()
  }
  const sendChosen = (chosen: Typed) => {
    // An empty text is no picture.
    const imageUrl = String(chosen.imageUrl ?? '') || null
    fillForm(form, chosen)
    store(textsOf(chosen))
    picture.show(imageUrl)
    submit({ ...chosen, imageUrl }, see())
  }
  return {
    form,
    start,
    onType: () => store(textsOf(typed())),
    picture,
    typed,
    isTouched: () => picture.progress !== null || isChanged(typed(), opened ?? first),
    submit: () => submit(typed()),
    isSaving: save.isPending,
    errors,
    question: { meanwhile, onBack: save.reset, onSave: sendChosen },
    twin: twin.question,
  }
}

/** Puts what was chosen into the fields, so that it stands there whatever becomes of the save. */
function fillForm(form: RefObject<HTMLFormElement | null>, chosen: Typed): void {
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.current?.elements.namedItem(name)
    const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
    if (field && 'value' in field && field.value !== text) field.value = text
  }
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
