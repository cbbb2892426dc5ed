import { type ComponentProps, type Ref, useId } from 'react'
import { COUNT_UNITS, RECIPE_UNITS, VOLUME_UNITS, WEIGHT_UNITS } from '#contract/products/units.ts'
import { type IngredientPrice, PRICE_FIELDS } from '#contract/recipes/ingredient-prices.ts'
import { costPerUnit, totalCost } from '#contract/recipes/recipe-cost.ts'
import { INGREDIENT_FIELDS, type Recipe } from '#contract/recipes/recipes.ts'
import { Button } from '#web/ui/button.tsx'
import { namesOf, SelectField, TextField } from '#web/ui/field.tsx'
import { Price } from '#web/ui/price.tsx'
import { wiredTo } from '../shared/edit-form.ts'
import { FormField, fieldsOf } from '../shared/form-fields.tsx'
import { formatAmount, formatPackage, formatRate, formatServings } from './format-recipe.ts'
import {
  amountOf,
  type LineFieldsProps,
  packageOf,
  priceNamed,
  priceOf,
  shareOf,
  type TypedIngredient,
  typedLines,
  useShopKitchen,
} from './ingredient-draft.ts'

type IngredientFieldsProps = LineFieldsProps & {
  firstField: Ref<HTMLInputElement & HTMLSelectElement>
}

export function IngredientFields(props: IngredientFieldsProps) {
  const { kind } = props.typed
  if (kind === 'recipe') return <RecipeLineFields {...props} />
  if (kind === 'labor') return <LaborFields {...props} />
  return <GoodsFields {...props} />
}

function GoodsFields({ firstField, ...props }: IngredientFieldsProps) {
  const { typed, onType } = props
  const { prices } = useShopKitchen()
  const field = fieldsOf(INGREDIENT_FIELDS, props)
  const typeName = (name: string) => {
    const isPriced = Number(typed.costPerUnit) === 0 && priceNamed(name, prices) !== undefined
    onType({ ...typed, name, ...(isPriced && typed.costBy === 'unit' && { costBy: 'package' }) })
  }
  return (
    <div className="grid grid-cols-2 gap-x-3 gap-y-3 sm:grid-cols-[1.3fr_6.5rem_6.5rem_1.2fr]">
      <NameField
        label="Name"
        priced={prices}
        ref={firstField}
        {...wiredTo(props)('name')}
        onChange={({ target }) => typeName(target.value)}
      />
      <FormField {...field('quantity')} />
      <FormField {...field('unit')} />
      <FormField {...field('notes')} className="max-sm:order-last max-sm:col-span-2" />
      <CostFields {...props} />
    </div>
  )
}

export function TypedLineCost({ typed }: { typed: TypedIngredient }) {
  const lines = typedLines([typed], useShopKitchen())
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

function LaborFields({ firstField, ...props }: IngredientFieldsProps) {
  const { typed } = props
  const { prices } = useShopKitchen()
  const field = fieldsOf(INGREDIENT_FIELDS, props)
  const known = priceOf(typed, prices)
  const rates = prices.filter(({ packageUnit }) => packageUnit === 'h')
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1fr_8rem_1fr]">
      <NameField
        label="Work"
        priced={rates}
        ref={firstField}
        {...wiredTo(props)('name')}
        hint="Its rate is found in your price list under this name."
      />
      <FormField {...field('quantity')} label="Minutes" />
      {known ? (
        <KnownPrice price={known} typed={typed} />
      ) : (
        <FormField {...packageFieldsOf(props)('packagePrice')} label="Rate, $ an hour" />
      )}
      <FormField {...field('notes')} className="col-span-full" />
    </div>
  )
}

type NameFieldProps = ComponentProps<typeof TextField> & {
  priced: readonly { id: number; name: string }[]
}

function NameField({ priced, ...field }: NameFieldProps) {
  const names = useId()
  return (
    <>
      <TextField required maxLength={120} list={names} className="max-sm:col-span-2" {...field} />
      <datalist id={names}>
        {priced.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </>
  )
}

function RecipeLineFields({ firstField, recipeId, ...props }: IngredientFieldsProps) {
  const { typed, onType } = props
  const { recipes } = useShopKitchen()
  const wired = wiredTo(props)
  const field = fieldsOf(INGREDIENT_FIELDS, props)
  const used = recipes.find(({ id }) => String(id) === typed.recipeId)
  const choose = (value: string) => {
    const chosen = recipes.find(({ id }) => String(id) === value)
    onType({ ...typed, recipeId: value, name: chosen?.name ?? '', unit: 'piece' })
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
        options={namesOf(recipes.filter(({ id }) => id !== recipeId))}
      >
        <option value="">Please choose</option>
      </SelectField>
      <FormField {...field('quantity')} label="Amount" />
      <SelectField
        label="Measure"
        required
        {...wired('unit')}
        options={unitsOf(used).map((unit) => [unit, unit === 'piece' ? 'servings' : unit])}
      />
      <FormField {...field('notes')} className="col-span-full" />
    </div>
  )
}

function batchOf({ servings, batchQuantity, batchUnit }: Recipe): string {
  const makes = amountOf(batchQuantity, batchUnit)
  return formatServings(servings) + (makes ? `, ${formatAmount(makes.quantity, makes.unit)}` : '')
}

function unitsOf(used: Recipe | undefined) {
  if (!used) return ['piece'] as const
  return RECIPE_UNITS.filter((unit) => shareOf(used, unit) !== null)
}

const GOODS_UNITS = [...WEIGHT_UNITS, ...VOLUME_UNITS, ...COUNT_UNITS] as const

function CostFields(props: LineFieldsProps) {
  const { typed, onType } = props
  const known = priceOf(typed, useShopKitchen().prices)
  const choose = (costBy: TypedIngredient['costBy']) => {
    const isLetGo = costBy === 'unit' && typed.priceId !== ''
    onType({ ...typed, costBy, priceId: isLetGo ? 'none' : typed.priceId })
  }
  return (
    <div className="col-span-full grid gap-2">
      {typed.costBy === 'unit' && (
        <FormField
          {...fieldsOf(INGREDIENT_FIELDS, props)('costPerUnit')}
          label="Cost per unit, $"
          className="sm:max-w-36"
        />
      )}
      {typed.costBy === 'package' && known && <KnownPrice price={known} typed={typed} />}
      {typed.costBy === 'package' && !known && <PackageFields {...props} />}
      <Button
        variant="quiet"
        size="sm"
        className="justify-self-start"
        onClick={() => choose(typed.costBy === 'unit' ? 'package' : 'unit')}
      >
        {typed.costBy === 'unit' ? 'Price of a package instead' : 'Cost per unit instead'}
      </Button>
    </div>
  )
}

/** Read-only: a price affects every recipe, so it is changed on the price list. */
function KnownPrice({ price, typed }: { price: IngredientPrice; typed: TypedIngredient }) {
  const each = costPerUnit(packageOf(price), typed.unit)
  return (
    <p className="rounded-xl bg-paper px-4 py-2.5 wrap-anywhere">
      {price.name}: <strong>{formatPackage(price)}</strong>
      {typed.unit !== 'min' && (
        <span className="block text-[0.9375rem] text-bark-deep">
          {each
            ? formatRate(each, typed.unit)
            : `The price list does not say what one ${typed.unit} of it is in ${price.packageUnit}.`}
        </span>
      )}
    </p>
  )
}

const packageFieldsOf = ({ path = '', ...line }: LineFieldsProps) =>
  fieldsOf(PRICE_FIELDS, { ...line, path: `${path}package.` })

function PackageFields(props: LineFieldsProps) {
  const field = packageFieldsOf(props)
  return (
    <div className="grid grid-cols-[1fr_6.5rem_1fr] gap-x-3 gap-y-1.5">
      <FormField {...field('packageQuantity')} />
      <FormField
        {...field('packageUnit')}
        field={{ ...PRICE_FIELDS.packageUnit, choices: GOODS_UNITS }}
      />
      <FormField {...field('packagePrice')} label="Price, $" />
      <p className="col-span-full text-[0.9375rem] text-bark-deep">
        Goes into your price list under this name; other recipes can use it, too.
      </p>
    </div>
  )
}
