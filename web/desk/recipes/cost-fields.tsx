import type { IngredientPrice } from '#contract/ingredient-prices.ts'
import { costPerUnit } from '#contract/kitchen.ts'
import { COUNT_UNITS, type Unit, VOLUME_UNITS, WEIGHT_UNITS } from '#contract/units.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { wiredTo } from '../shared/checked-form.ts'
import { formatPackage, formatRate } from './format-recipe.ts'
import { type LineFieldsProps, priceOf } from './line-draft.ts'
import type { TypedIngredient } from './recipe-draft.ts'
import { packageOf } from './shop-kitchen.ts'

const GOODS_UNITS = [...WEIGHT_UNITS, ...VOLUME_UNITS, ...COUNT_UNITS] as const

export function CostFields(props: LineFieldsProps) {
  const { typed, onType, shop } = props
  const known = priceOf(typed, shop.prices)
  const choose = (costBy: TypedIngredient['costBy']) => {
    const isLetGo = costBy === 'unit' && typed.priceId !== ''
    onType({ ...typed, costBy, priceId: isLetGo ? 'none' : typed.priceId })
  }
  return (
    <div className="col-span-full grid gap-2">
      {typed.costBy === 'unit' && <UnitCostField {...props} />}
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

function UnitCostField(props: LineFieldsProps) {
  return (
    <TextField
      label="Cost per unit, $"
      required
      inputMode="decimal"
      className="sm:max-w-36"
      {...wiredTo(props)('costPerUnit')}
    />
  )
}

/** What the price list says; a change there concerns every recipe, so it is made there. */
export function KnownPrice({ price, typed }: { price: IngredientPrice; typed: TypedIngredient }) {
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

function PackageFields(props: LineFieldsProps) {
  const { typed, onType, errors, path = '' } = props
  const wired = wiredTo(props)
  const ofPackage = (name: 'packageQuantity' | 'packageUnit' | 'packagePrice') => ({
    ...wired(name),
    name: `${path}package.${name}`,
    error: errors[`${path}package.${name}`],
  })
  const chooseUnit = (value: string) => {
    const packageUnit = GOODS_UNITS.find((unit) => unit === value)
    if (packageUnit) onType({ ...typed, packageUnit })
  }
  const amount = { inputMode: 'decimal', required: true } as const
  return (
    <div className="grid grid-cols-[1fr_6.5rem_1fr] gap-x-3 gap-y-1.5">
      <TextField label="Package of" {...amount} {...ofPackage('packageQuantity')} />
      <PackageUnitField {...ofPackage('packageUnit')} units={GOODS_UNITS} onChoose={chooseUnit} />
      <TextField label="Price, $" {...amount} {...ofPackage('packagePrice')} />
      <p className="col-span-full text-[0.9375rem] text-bark-deep">
        Goes into your price list under this name; other recipes can use it, too.
      </p>
    </div>
  )
}

type PackageUnitFieldProps = {
  name: string
  value: string
  error: string | undefined
  units: readonly Unit[]
  onChoose: (value: string) => void
}

function PackageUnitField({ units, onChoose, ...field }: PackageUnitFieldProps) {
  return (
    <SelectField
      label="Measure"
      required
      {...field}
      onChange={({ target }) => onChoose(target.value)}
    >
      {units.map((unit) => (
        <option key={unit}>{unit}</option>
      ))}
    </SelectField>
  )
}
