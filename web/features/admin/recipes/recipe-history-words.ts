import { array, number, object, safeParse } from 'zod/mini'
import { formatDollars, toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import { ingredient } from '#contract/recipe-shapes.ts'
import type { HistoryWords } from '../history/say-entry.ts'
import { sayMinutes, sayQuantity } from './recipe-words.ts'

export const RECIPE_HISTORY_WORDS: HistoryWords = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  servings: { label: 'Servings' },
  preparationTime: {
    label: 'Prep time',
    say: (minutes) => (typeof minutes === 'number' ? sayMinutes(minutes) : 'nothing'),
  },
  instructions: { label: 'Instructions' },
  ingredients: { label: 'Ingredients', say: sayIngredients },
  product: { label: 'Product', say: sayProduct },
}

const ingredients = array(ingredient)

function sayIngredients(value: unknown): string {
  const { data = [] } = safeParse(ingredients, value)
  if (data.length === 0) return 'nothing'
  return data
    .map(({ name, quantity, unit, costPerUnit }) => {
      return `${sayQuantity(toThousandths(quantity), unit)} ${name} at ${formatDollars(toCents(costPerUnit))}`
    })
    .join(', ')
}

const link = object({ productId: number(), unitsPerBatch: number() })

function sayProduct(value: unknown): string {
  const { data } = safeParse(link, value)
  return data ? `${data.unitsPerBatch} a batch of product ${data.productId}` : 'none'
}
