import { useQuery } from '@tanstack/react-query'
import { type Cents, toCents } from '#contract/money/money.ts'
import { toThousandths } from '#contract/products/quantity.ts'
import type { Amount, Unit } from '#contract/products/units.ts'
import { type IngredientPrice, ingredientPrices } from '#contract/recipes/ingredient-prices.ts'
import type { Kitchen, KitchenRecipe, PackagePrice } from '#contract/recipes/kitchen.ts'
import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { recipes } from '#contract/recipes/recipes.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { query } from '#web/api/query.ts'
import { type Change, useChange } from '../shared/use-change.ts'

export type ShopKitchen = { recipes: readonly Recipe[]; prices: readonly IngredientPrice[] }

export function useShopKitchen(): ShopKitchen {
  const { data: list = [] } = useQuery(query(recipes.list))
  const { data: prices = [] } = useQuery(query(ingredientPrices.list))
  return { recipes: list, prices }
}

export function priceNamed(name: string, prices: readonly IngredientPrice[]) {
  return prices.find((price) => nameKey(price.name) === nameKey(name))
}

export function kitchenOf({ recipes, prices }: ShopKitchen): Kitchen {
  return {
    recipes: new Map(recipes.map((recipe) => [recipe.id, recipeOf(recipe)])),
    prices: new Map(prices.map((price) => [price.id, packageOf(price)])),
  }
}

function recipeOf({ servings, batchQuantity, batchUnit, ingredients }: Recipe): KitchenRecipe {
  return {
    servings,
    makes: amountOf(batchQuantity ?? null, batchUnit ?? null),
    lines: ingredients.map((line) => ({
      quantity: toThousandths(line.quantity),
      unit: line.unit,
      typed: line.exactCost === undefined ? toCents(line.costPerUnit) : (0 as Cents),
      priceId: line.priceId ?? null,
      recipeId: line.recipeId ?? null,
    })),
  }
}

export function packageOf(price: Omit<IngredientPrice, 'id' | 'name'>): PackagePrice {
  const of = amountOf(price.measureQuantity, price.measureUnit)
  const weight = amountOf(price.measureWeight, price.measureWeightUnit)
  return {
    price: toCents(price.packagePrice),
    size: { quantity: toThousandths(price.packageQuantity), unit: price.packageUnit },
    weighs: of && weight ? { of, weight } : null,
  }
}

function amountOf(quantity: number | null, unit: Unit | null): Amount | null {
  if (quantity === null || unit === null) return null
  return { quantity: toThousandths(quantity), unit }
}

export function useRecipeChange<Sent, Answer>(change: Omit<Change<Sent, Answer>, 'refreshes'>) {
  return useChange({ ...change, refreshes: [recipes.list, ingredientPrices.list] })
}

export const RECIPES_ADDRESS = 'recipes'

export const MARGINS_ADDRESS = 'recipes/margins'
export const PRICES_ADDRESS = 'recipes/prices'

export function recipeAddress(id: number): string {
  return `${RECIPES_ADDRESS}/${id}`
}

export function recipeInAddress(hash: string): number | null {
  const id = /^recipes\/([1-9]\d{0,9})(?![^/])/.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}
