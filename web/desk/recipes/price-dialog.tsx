import {
  type IngredientPrice,
  ingredientPrices,
  PRICE_FIELDS,
  priceDraft,
} from '#contract/ingredient-prices.ts'
import { recipes } from '#contract/recipes.ts'
import { call } from '#web/api/call.ts'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import type { WiredProps } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { EditDialog, FormField, fieldsOf } from '../shared/form-fields.tsx'
import { changeOf } from '../shared/meanwhile.ts'
import { readPrice, type TypedPrice, typedPrice } from './price-draft.ts'
import { EffectsOfPrice } from './price-effects.tsx'
import { useRecipeChange } from './recipes-query.ts'

type PriceDialogProps = DialogProps & {
  /** Null: a new one. */
  price: IngredientPrice | null
}

export function PriceDialog({ price, ...dialog }: PriceDialogProps) {
  const edit = useEditForm({
    first: typedPrice(price),
    read: readPrice,
    check: priceDraft.safeParse,
    save: useSavePrice(price, dialog.onClose),
  })
  return (
    <EditDialog
      title={price ? 'Edit Price' : 'Add Price'}
      {...dialog}
      edit={edit}
      fields={PRICE_FIELDS}
      save={price ? 'Save Changes' : 'Add Price'}
    >
      <div className="grid gap-5">
        <PriceFields {...edit.wires} />
        <EffectsOfPrice {...edit.wires} id={price?.id ?? null} />
      </div>
    </EditDialog>
  )
}

function useSavePrice(price: IngredientPrice | null, onShown: () => void) {
  return useRecipeChange({
    send: ({ draft, loaded }: Saving<ReturnType<typeof readPrice>>) => {
      if (!price) return call(ingredientPrices.create, { body: draft })
      const body = { ...changeOf(loaded, draft), useEverywhere: draft.useEverywhere }
      return call(ingredientPrices.change, { params: { id: String(price.id) }, body })
    },
    done: price ? 'Price updated' : 'Price added',
    failed: price ? 'Error updating price' : 'Error adding price',
    onShown,
  })
}

function PriceFields(form: WiredProps<TypedPrice>) {
  const field = fieldsOf(PRICE_FIELDS, form)
  const isWork = form.typed.packageUnit === 'h' || form.typed.packageUnit === 'min'
  return (
    <>
      <FormField {...field('name')} />
      <div className="grid grid-cols-[1fr_6.5rem_1fr] gap-3">
        <FormField {...field('packageQuantity')} />
        <FormField {...field('packageUnit')} />
        <FormField {...field('packagePrice')} label="Price, $" />
      </div>
      {!isWork && (
        <fieldset className="grid grid-cols-[1fr_6.5rem] gap-x-3 gap-y-2 rounded-xl bg-paper p-4 pt-2 sm:grid-cols-[1fr_6.5rem_1fr_6.5rem]">
          <legend className="sr-only">What it weighs</legend>
          <p className="col-span-full text-bark-deep">
            Only if recipes measure it in a different way than you buy it: what does this much
            weigh?
          </p>
          <FormField {...field('measureQuantity')} label="This much" required />
          <FormField {...field('measureUnit')} label="of" />
          <FormField {...field('measureWeight')} label="Weighs" />
          <FormField {...field('measureWeightUnit')} label="in" />
        </fieldset>
      )}
    </>
  )
}

type DeletePriceDialogProps = QuestionProps & { price: IngredientPrice }

export function DeletePriceDialog({ price, ...dialog }: DeletePriceDialogProps) {
  return (
    <ChangeQuestion
      {...dialog}
      title="Delete this price?"
      send={() => call(ingredientPrices.delete, { params: { id: String(price.id) } })}
      done="Price deleted"
      failed="Error deleting price"
      refreshes={[recipes.list, ingredientPrices.list]}
    >
      <strong className="wrap-anywhere">{price.name}</strong> will leave the price list. A price
      that a recipe uses stays.
    </ChangeQuestion>
  )
}
