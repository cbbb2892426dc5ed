import { array, number, object, safeParse } from 'zod/mini'
import { formatDollars, toCents } from '#contract/money.ts'
import { formatQuantity, type Thousandths, toThousandths } from '#contract/quantity.ts'
import { ingredient, type RecipeUnit } from '#contract/recipe-shapes.ts'
import type { HistoryLabels } from '../shared/history.tsx'

const PLURALS: Partial<Record<RecipeUnit, string>> = { cup: 'cups', piece: 'pieces' }

/** `2.5 cups`, `1 piece`, `250 g`. */
export function formatAmount(quantity: Thousandths, unit: RecipeUnit): string {
  return `${formatQuantity(quantity)} ${quantity > 1000 ? (PLURALS[unit] ?? unit) : unit}`
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

export const RECIPE_HISTORY_LABELS: HistoryLabels = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  servings: { label: 'Servings' },
  preparationTime: {
    label: 'Prep time',
    format: (minutes) => (typeof minutes === 'number' ? formatMinutes(minutes) : 'nothing'),
  },
  instructions: { label: 'Instructions' },
  ingredients: { label: 'Ingredients', format: formatIngredients },
  product: { label: 'Product', format: formatProduct },
}

const ingredients = array(ingredient)

function formatIngredients(value: unknown): string {
  const { data = [] } = safeParse(ingredients, value)
  if (data.length === 0) return 'nothing'
  return data
    .map(({ name, quantity, unit, costPerUnit }) => {
      return `${formatAmount(toThousandths(quantity), unit)} ${name} at ${formatDollars(toCents(costPerUnit))}`
    })
    .join(', ')
}

const link = object({ productId: number(), unitsPerBatch: number() })

function formatProduct(value: unknown): string {
  const { data } = safeParse(link, value)
  return data ? `${data.unitsPerBatch} a batch of product ${data.productId}` : 'none'
}
