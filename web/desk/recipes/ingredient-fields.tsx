import type { Ref } from 'react'
import { totalCost } from '#contract/recipe-cost.ts'
import { RECIPE_UNITS } from '#contract/recipe-shapes.ts'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { type WiredProps, wiredTo } from '../shared/checked-form.ts'
import { type TypedIngredient, typedLines } from './recipe-draft.ts'

type IngredientFieldsProps = WiredProps<TypedIngredient> & { firstField: Ref<HTMLInputElement> }

export function IngredientFields({ firstField, ...props }: IngredientFieldsProps) {
  const wired = wiredTo(props)
  const chooseUnit = (value: string) => {
    const unit = RECIPE_UNITS.find((one) => one === value)
    if (unit) props.onType({ ...props.typed, unit })
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-3 sm:grid-cols-[1.3fr_6.5rem_6.5rem_8.5rem_1.2fr]">
      <TextField
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        className="max-sm:col-span-2"
        ref={firstField}
        {...wired('name')}
      />
      <TextField
        label="Quantity"
        required
        type="number"
        inputMode="decimal"
        min="0"
        step="0.001"
        {...wired('quantity')}
      />
      <SelectField
        label="Unit"
        required
        {...wired('unit')}
        onChange={(event) => chooseUnit(event.target.value)}
      >
        {RECIPE_UNITS.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </SelectField>
      <TextField
        label="Cost per unit, $"
        required
        type="number"
        inputMode="decimal"
        min="0"
        step="0.01"
        {...wired('costPerUnit')}
      />
      <TextField label="Notes" maxLength={500} autoComplete="off" {...wired('notes')} />
    </div>
  )
}

/** What an ingredient costs as it is typed; nothing while that cannot be read. */
export function TypedLineCost({ typed }: { typed: TypedIngredient }) {
  const lines = typedLines([typed])
  return (
    <span className="ml-auto text-bark-deep">
      Line cost{' '}
      {lines.length > 0 ? (
        <Price amount={totalCost(lines)} className="font-semibold text-soil" />
      ) : (
        <span>–</span>
      )}
    </span>
  )
}
