import { ingredientPrices } from '#contract/ingredient-prices.ts'
import { recipes } from '#contract/recipes.ts'
import { type Change, useChange } from '../shared/use-change.ts'

export function useRecipeChange<Sent, Answer>(change: Omit<Change<Sent, Answer>, 'refreshes'>) {
  return useChange({ ...change, refreshes: [recipes.list, ingredientPrices.list] })
}
