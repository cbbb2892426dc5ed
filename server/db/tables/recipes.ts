import type { Generated } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { Thousandths } from '#contract/quantity.ts'
import type { RecipeUnit } from '#contract/recipe-shapes.ts'
import type { Instant } from './columns.ts'

export type RecipesTable = {
  id: Generated<number>
  name: string
  description: string
  servings: number
  preparation_minutes: number | null
  instructions: string
  created_at: Instant
  updated_at: Instant
}

/** `unit_cents`: what one cup, gram or piece costs. */
export type RecipeIngredientsTable = {
  id: Generated<number>
  recipe_id: number
  name: string
  quantity_thousandths: Thousandths
  unit: RecipeUnit
  unit_cents: Cents
  notes: string | null
}

export type RecipeProductsTable = { recipe_id: number; product_id: number; units_per_batch: number }

export type RecipeTables = {
  recipes: RecipesTable
  recipe_ingredients: RecipeIngredientsTable
  recipe_products: RecipeProductsTable
}
