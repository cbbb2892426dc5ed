import type { Generated } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import type {
  BATCH_UNITS,
  LineUnit,
  MEASURE_UNITS,
  Unit,
  WEIGHT_UNITS,
} from '#contract/products/units.ts'
import type { Instant } from './columns.ts'

export type RecipesTable = {
  id: Generated<number>
  name: string
  description: string
  servings: number
  preparation_minutes: number | null
  instructions: string
  /** Of a batch; both null if unknown. */
  batch_thousandths: Generated<Thousandths | null>
  batch_unit: Generated<(typeof BATCH_UNITS)[number] | null>
  created_at: Instant
  updated_at: Instant
}

/** `unit_cents`: for one cup, gram or piece, unless a price or a recipe gives it. */
export type RecipeIngredientsTable = {
  id: Generated<number>
  recipe_id: number
  name: string
  quantity_thousandths: Thousandths
  unit: LineUnit
  unit_cents: Cents
  notes: string | null
  is_packaging: Generated<number>
  price_id: Generated<number | null>
  sub_recipe_id: Generated<number | null>
}

export type IngredientPricesTable = {
  id: Generated<number>
  name: string
  /** Lowercase, for comparing. */
  name_key: string
  package_thousandths: Thousandths
  package_unit: Unit
  package_cents: Cents
  measure_thousandths: Thousandths | null
  measure_unit: (typeof MEASURE_UNITS)[number] | null
  weight_thousandths: Thousandths | null
  weight_unit: (typeof WEIGHT_UNITS)[number] | null
  created_at: Instant
  updated_at: Instant
}

export type RecipeProductsTable = { recipe_id: number; product_id: number; units_per_batch: number }

export type RecipeTables = {
  recipes: RecipesTable
  recipe_ingredients: RecipeIngredientsTable
  recipe_products: RecipeProductsTable
  ingredient_prices: IngredientPricesTable
}
