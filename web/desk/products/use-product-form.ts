import { type RefObject, useRef, useState } from 'react'
import type { Product } from '#contract/products.ts'
import { type FieldErrors, focusFirst, refusedFields } from '../shared/form-errors.ts'
import { useLoaded } from '../shared/use-loaded.ts'
import { checkDraft, isChanged, loadedProduct, readForm, type Typed } from './product-draft.ts'
import { useSaveProduct } from './save-product.ts'
import { usePicture } from './use-picture.ts'

export function useProductForm(product: Product | null, onSaved: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const picture = usePicture(product?.imageUrl ?? null)
  const save = useSaveProduct(product, { onSaved })
  const { loaded, meanwhile, see } = useLoaded(product ? loadedProduct(product) : null, save.error)
  const typed = () => readForm(form.current ? new FormData(form.current) : new FormData(), picture.url)
  const send = (held: Typed, known = loaded) => {
    const checked = checkDraft(held)
    setWrong('errors' in checked ? checked.errors : {})
    save.reset()
    if ('errors' in checked) focusFirst(form.current, checked.errors)
    else
      save.mutate(
        { draft: checked.draft, loaded: known },
        { onError: (failure) => focusFirst(form.current, refusedFields(failure)) },
      )
  }
  const sendChosen = (chosen: Typed) => {
    // An empty text is no picture.
    const imageUrl = String(chosen.imageUrl ?? '') || null
    fillForm(form, chosen)
    picture.show(imageUrl)
    send({ ...chosen, imageUrl }, see())
  }
  return {
    form,
    picture,
    typed,
    isTouched: () => picture.progress !== null || isChanged(typed(), product),
    submit: () => send(typed()),
    isSaving: save.isPending,
    errors: { ...refusedFields(save.error), ...wrong },
    question: { meanwhile, onBack: save.reset, onSave: sendChosen },
  }
}

/** Puts what was chosen into the fields, so that it stands there whatever becomes of the save. */
function fillForm(form: RefObject<HTMLFormElement | null>, chosen: Typed): void {
  for (const [name, value] of Object.entries(chosen)) {
    const field = form.current?.elements.namedItem(name)
    if (isField(field) && field.value !== String(value)) field.value = String(value ?? '')
  }
}

function isField(field: unknown): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
}
