import type { Ref } from 'react'
import { shareOfBatch } from '#contract/kitchen.ts'
import { toThousandths } from '#contract/quantity.ts'
import type { Recipe } from '#contract/recipe-shapes.ts'
import { RECIPE_UNITS } from '#contract/units.ts'
import { SelectField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import { formatAmount, formatServings } from './format-recipe.ts'
import type { LineFieldsProps } from './line-draft.ts'
import { AmountField } from './line-fields.tsx'
import { NotesField } from './notes-field.tsx'

type RecipeLineFieldsProps = LineFieldsProps & { firstField: Ref<HTMLSelectElement> }

/** Some of another recipe: servings of it, or by weight or volume where a batch of it is measured. */
export function RecipeLineFields({ firstField, recipeId, ...props }: RecipeLineFieldsProps) {
  const { typed, onType, shop } = props
  const wired = wiredTo(props)
  const used = shop.recipes.find(({ id }) => String(id) === typed.recipeId)
  const choose = (value: string) => {
    const chosen = shop.recipes.find(({ id }) => String(id) === value)
    onType({ ...typed, recipeId: value, name: chosen?.name ?? '', unit: 'piece' })
  }
  const chooseUnit = (value: string) => {
    const unit = RECIPE_UNITS.find((one) => one === value)
    if (unit) onType({ ...typed, unit })
  }
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_7rem_9rem]">
      <SelectField
        label="Recipe"
        required
        ref={firstField}
        className="max-sm:col-span-2"
        hint={used && `A batch makes ${batchOf(used)}.`}
        {...wired('recipeId')}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Please choose</option>
        {shop.recipes
          .filter(({ id }) => id !== recipeId)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <AmountField label="Amount" {...wired('quantity')} />
      <SelectField
        label="Measure"
        required
        {...wired('unit')}
        onChange={({ target }) => chooseUnit(target.value)}
      >
        {unitsOf(used).map((unit) => (
          <option key={unit} value={unit}>
            {unit === 'piece' ? 'servings' : unit}
          </option>
        ))}
      </SelectField>
      <NotesField {...wired('notes')} />
    </div>
  )
}

function batchOf({ servings, batchQuantity, batchUnit }: Recipe): string {
  const size =
    batchQuantity === undefined || batchUnit === undefined
      ? ''
      : `, ${formatAmount(toThousandths(batchQuantity), batchUnit)}`
  return formatServings(servings) + size
}

function unitsOf(used: Recipe | undefined) {
  if (!used) return ['piece'] as const
  const { servings, batchQuantity, batchUnit } = used
  const makes =
    batchQuantity === undefined || batchUnit === undefined
      ? null
      : { quantity: toThousandths(batchQuantity), unit: batchUnit }
  return RECIPE_UNITS.filter((unit) => shareOfBatch({ servings, makes }, unit) !== null)
}
