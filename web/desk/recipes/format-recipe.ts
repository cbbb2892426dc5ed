import { array, number, object, safeParse } from 'zod/mini'
import { type Cents, formatDollars, formatMoney } from '#contract/money/money.ts'
import { formatQuantity, type Thousandths, toThousandths } from '#contract/products/quantity.ts'
import { type Unit, unitFor } from '#contract/products/units.ts'
import { dividedBy, type Fraction, fraction, times, toNumber } from '#contract/recipes/fraction.ts'
import type { IngredientPrice } from '#contract/recipes/ingredient-prices.ts'
import { unitCostOf } from '#contract/recipes/recipe-cost.ts'
import { ingredient, RECIPE_FIELDS } from '#contract/recipes/recipes.ts'
import { historyOf } from '../shared/form-fields.tsx'
import type { HistoryLabels } from '../shared/history.tsx'

/** `2.5 cups`, `1 piece`, `250 g`. */
export function formatAmount(quantity: Thousandths, unit: Unit): string {
  return `${formatQuantity(quantity)} ${unitFor(quantity, unit)}`
}

const BELOW_CENTS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})
const FAR_BELOW = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 3,
})

/** With fractions of a cent: `$0.35`, `$0.736`, `$0.00162`. */
export function formatUnitCost(cost: Cents | Fraction): string {
  if (typeof cost === 'number') return formatDollars(cost)
  const dollars = toNumber(dividedBy(cost, fraction(100n)))
  return (dollars > 0 && dollars < 0.01 ? FAR_BELOW : BELOW_CENTS).format(dollars)
}

/** `2 lb`, or `6 servings` of a recipe. */
export function formatShare(quantity: Thousandths, unit: Unit): string {
  if (unit !== 'piece') return formatAmount(quantity, unit)
  return `${formatQuantity(quantity)} ${quantity > 1000 ? 'servings' : 'serving'}`
}

/** `$0.35 per cup`, or `$20.00 an hour` for labor. */
export function formatRate(cost: Cents | Fraction, unit: Unit): string {
  if (unit !== 'min') return `${formatUnitCost(cost)} per ${unit}`
  const each = typeof cost === 'number' ? fraction(BigInt(cost)) : cost
  return `${formatUnitCost(times(each, fraction(60n)))} an hour`
}

/** `25 lb for $18.40`, or `$20.00 an hour` for labor. */
export function formatPackage(price: IngredientPrice): string {
  const { packageQuantity, packageUnit, packagePrice } = price
  const dollars = formatMoney(packagePrice)
  if (packageUnit === 'h' && packageQuantity === 1) return `${dollars} an hour`
  return `${formatAmount(toThousandths(packageQuantity), packageUnit)} for ${dollars}`
}

export function formatServings(servings: number): string {
  return servings === 1 ? '1 serving' : `${servings.toLocaleString('en-US')} servings`
}

/** `45 min`, `2 h`, `2 h 30 min`. */
export function formatMinutes(minutes: number): string {
  const [hours, rest] = [Math.trunc(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 || hours === 0 ? `${rest} min` : '']
    .filter(Boolean)
    .join(' ')
}

/** Tenths of a percent as `66.7%`. */
export function formatPermille(permille: number): string {
  return `${permille < 0 ? '−' : ''}${Math.trunc(Math.abs(permille) / 10)}.${Math.abs(permille) % 10}%`
}

export const RECIPE_FORMATS = {
  preparationTime: (minutes: unknown) =>
    minutes === null || minutes === '' ? 'nothing' : formatMinutes(Number(minutes)),
}

export const RECIPE_HISTORY: HistoryLabels = {
  ...historyOf(RECIPE_FIELDS, RECIPE_FORMATS),
  ingredients: { label: 'Ingredients', format: formatIngredients },
  product: { label: 'Product', format: formatProduct },
}

const ingredients = array(ingredient)

function formatIngredients(value: unknown): string {
  const { data = [] } = safeParse(ingredients, value)
  if (data.length === 0) return 'nothing'
  return data
    .map((line) => {
      const amount = formatAmount(toThousandths(line.quantity), line.unit)
      return `${amount} ${line.name} at ${formatUnitCost(unitCostOf(line))}`
    })
    .join(', ')
}

const link = object({ productId: number(), unitsPerBatch: number() })

function formatProduct(value: unknown): string {
  const { data } = safeParse(link, value)
  return data ? `${data.unitsPerBatch} a batch of product ${data.productId}` : 'none'
}
