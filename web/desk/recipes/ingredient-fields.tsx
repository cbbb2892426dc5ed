import type { Ref } from 'react'
import type { LineKind } from '#contract/ingredient-shapes.ts'
import { totalCost } from '#contract/recipe-cost.ts'
import { RECIPE_UNITS } from '#contract/units.ts'
import { SelectField } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import { CostFields, KnownPrice } from './cost-fields.tsx'
import { type LineFieldsProps, priceOf, typedLines } from './line-draft.ts'
import { AmountField, NameField } from './line-fields.tsx'
import { NotesField } from './notes-field.tsx'
import type { TypedIngredient } from './recipe-draft.ts'
import { RecipeLineFields } from './recipe-line-fields.tsx'
import { priceNamed, type ShopKitchen } from './shop-kitchen.ts'

type IngredientFieldsProps = LineFieldsProps & {
  firstField: Ref<HTMLInputElement & HTMLSelectElement>
}

export function IngredientFields({ firstField, ...props }: IngredientFieldsProps) {
  const { kind } = props.typed
  if (kind === 'recipe') return <RecipeLineFields {...props} firstField={firstField} />
  if (kind === 'labor') return <LaborFields {...props} firstField={firstField} />
  return <GoodsFields {...props} firstField={firstField} />
}

function GoodsFields({ firstField, ...props }: IngredientFieldsProps) {
  const { typed, onType, shop } = props
  const wired = wiredTo(props)
  const chooseUnit = (value: string) => {
    const unit = RECIPE_UNITS.find((one) => one === value)
    if (unit) onType({ ...typed, unit })
  }
  // A name of the price list brings its price along, unless a cost was typed already.
  const typeName = (name: string) => {
    const isPriced = Number(typed.costPerUnit) === 0 && priceNamed(name, shop.prices) !== undefined
    onType({ ...typed, name, ...(isPriced && typed.costBy === 'unit' && { costBy: 'package' }) })
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-3 sm:grid-cols-[1.3fr_6.5rem_6.5rem_1.2fr]">
      <NameField
        label="Name"
        priced={shop.prices}
        ref={firstField}
        {...wired('name')}
        onChange={({ target }) => typeName(target.value)}
      />
      <AmountField label="Quantity" {...wired('quantity')} />
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
      <NotesField className="max-sm:order-last max-sm:col-span-2" {...wired('notes')} />
      <CostFields {...props} />
    </div>
  )
}

/** What an ingredient costs as it is typed; nothing while that cannot be read. */
export function TypedLineCost({ typed, shop }: { typed: TypedIngredient; shop: ShopKitchen }) {
  const lines = typedLines([typed], shop)
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

export const KIND_LABELS: Readonly<Record<LineKind, string>> = {
  ingredient: 'Ingredient',
  labor: 'Labor',
  packaging: 'Packaging',
  recipe: 'Recipe',
}

type LaborFieldsProps = LineFieldsProps & { firstField: Ref<HTMLInputElement> }

function LaborFields({ firstField, ...props }: LaborFieldsProps) {
  const { typed, errors, path = '', shop } = props
  const wired = wiredTo(props)
  const known = priceOf(typed, shop.prices)
  const rates = shop.prices.filter(({ packageUnit }) => packageUnit === 'h')
  const rate = `${path}package.packagePrice`
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_1fr]">
      <NameField
        label="Work"
        priced={rates}
        ref={firstField}
        {...wired('name')}
        hint="Its rate is found in your price list under this name."
      />
      <AmountField label="Minutes" {...wired('quantity')} />
      {known ? (
        <KnownPrice price={known} typed={typed} />
      ) : (
        <AmountField
          label="Rate, $ an hour"
          {...wired('packagePrice')}
          name={rate}
          error={errors[rate]}
        />
      )}
      <NotesField {...wired('notes')} />
    </div>
  )
}
