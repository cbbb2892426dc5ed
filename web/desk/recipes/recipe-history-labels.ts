import { array, number, object, safeParse } from 'zod/mini'
import { formatDollars, toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import { ingredient } from '#contract/recipe-shapes.ts'
import type { HistoryLabels } from '../shared/format-entry.ts'
import { formatAmount, formatMinutes } from './format-recipe.ts'

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
