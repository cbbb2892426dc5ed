import {
  type IngredientPrice,
  ingredientPrices,
  MEASURE_UNITS,
  priceDraft,
} from '#contract/ingredient-prices.ts'
import { recipes } from '#contract/recipes.ts'
import { PACKAGE_UNITS, WEIGHT_UNITS } from '#contract/units.ts'
import { call } from '#web/api/call.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { ChangeQuestion, type QuestionProps } from '../shared/change-question.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import type { DialogProps } from '../shared/dialog-at.tsx'
import { type Saving, useEditForm } from '../shared/edit-form.ts'
import { FormDialog } from '../shared/form-dialog.tsx'
import { formatDollarsOrNone, formatText } from '../shared/format-value.ts'
import { changeOf } from '../shared/meanwhile.ts'
import { type Contested, MeanwhileQuestion } from '../shared/meanwhile-question.tsx'
import {
  BLANK_PRICE,
  readPrice,
  type SentPrice,
  type TypedPrice,
  typedPrice,
} from './price-draft.ts'
import { EffectsOfPrice } from './price-effects-list.tsx'
import { useRecipeChange } from './recipes-query.ts'

type PriceDialogProps = DialogProps & {
  /** Null: a new one. */
  price: IngredientPrice | null
}

export function PriceDialog({ price, ...dialog }: PriceDialogProps) {
  const { typed, setTyped, form, submit, isTouched, isSaving, errors, question } = useEditForm({
    first: price ? typedPrice(price) : BLANK_PRICE,
    read: readPrice,
    check: priceDraft.safeParse,
    save: useSavePrice(price, dialog.onClose),
  })
  return (
    <FormDialog
      title={price ? 'Edit Price' : 'Add Price'}
      {...dialog}
      isTouched={isTouched}
      form={form}
      onSubmit={submit}
      save={{ label: price ? 'Save Changes' : 'Add Price', busy: isSaving }}
    >
      <div className="grid gap-5">
        <PriceFields typed={typed} onType={setTyped} errors={errors} />
        <EffectsOfPrice typed={typed} onType={setTyped} id={price?.id ?? null} />
      </div>
      <MeanwhileQuestion contested={CONTESTED} {...question} />
    </FormDialog>
  )
}

function useSavePrice(price: IngredientPrice | null, onShown: () => void) {
  return useRecipeChange({
    send: ({ draft, loaded }: Saving<SentPrice>) => {
      if (!price) return call(ingredientPrices.create, { body: draft })
      const body = { ...changeOf(loaded, draft), useEverywhere: draft.useEverywhere }
      return call(ingredientPrices.change, { params: { id: String(price.id) }, body })
    },
    done: price ? 'Price updated' : 'Price added',
    failed: price ? 'Error updating price' : 'Error adding price',
    onShown,
  })
}

function PriceFields(props: WiredProps<TypedPrice>) {
  const wired = wiredTo(props)
  const amount = { inputMode: 'decimal' } as const
  const isWork = props.typed.packageUnit === 'h' || props.typed.packageUnit === 'min'
  return (
    <>
      <TextField label="Name" required maxLength={120} autoComplete="off" {...wired('name')} />
      <div className="grid grid-cols-[1fr_6.5rem_1fr] gap-3">
        <TextField label="Package of" required {...amount} {...wired('packageQuantity')} />
        <UnitField label="Measure" units={PACKAGE_UNITS} {...wired('packageUnit')} />
        <TextField label="Price, $" required {...amount} {...wired('packagePrice')} />
      </div>
      {!isWork && (
        <fieldset className="grid grid-cols-[1fr_6.5rem] gap-x-3 gap-y-2 rounded-xl bg-paper p-4 pt-2 sm:grid-cols-[1fr_6.5rem_1fr_6.5rem]">
          <legend className="sr-only">What it weighs</legend>
          <p className="col-span-full text-bark-deep">
            Only if recipes measure it in a different way than you buy it: what does this much
            weigh?
          </p>
          <TextField label="This much" required {...amount} {...wired('measureQuantity')} />
          <UnitField label="of" units={MEASURE_UNITS} {...wired('measureUnit')} />
          <TextField label="Weighs" {...amount} {...wired('measureWeight')} />
          <UnitField label="in" units={WEIGHT_UNITS} {...wired('measureWeightUnit')} />
        </fieldset>
      )}
    </>
  )
}

type UnitFieldProps = Omit<Parameters<typeof SelectField>[0], 'children'> & {
  units: readonly string[]
}

function UnitField({ units, ...field }: UnitFieldProps) {
  return (
    <SelectField required {...field}>
      {units.map((unit) => (
        <option key={unit}>{unit}</option>
      ))}
    </SelectField>
  )
}

const CONTESTED: readonly Contested[] = [
  { field: 'name', label: 'Name', format: formatText },
  { field: 'packageQuantity', label: 'Package of', format: formatText },
  { field: 'packageUnit', label: 'Measure', format: formatText },
  { field: 'packagePrice', label: 'Price', format: formatDollarsOrNone },
  { field: 'measureWeight', label: 'Weighs', format: formatText },
]

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
