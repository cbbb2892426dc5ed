import type { Thousandths } from '#contract/products/quantity.ts'
import type { Amount, Unit } from '#contract/products/units.ts'
import type {
  Kitchen,
  KitchenLine,
  KitchenRecipe,
  PackagePrice,
} from '#contract/recipes/kitchen.ts'
import type { Db } from '#server/db/write.ts'
import {
  type IngredientRow,
  listIngredientRows,
  listPriceRows,
  listRecipeRows,
  type PriceRow,
  type RecipeRow,
} from './recipe-queries.ts'

export type KitchenRows = {
  recipes: readonly RecipeRow[]
  lines: readonly IngredientRow[]
  prices: readonly PriceRow[]
}

export async function loadKitchenRows(db: Db): Promise<KitchenRows> {
  return {
    recipes: await listRecipeRows(db),
    lines: await listIngredientRows(db),
    prices: await listPriceRows(db),
  }
}

export async function loadRecipeRows(db: Db, id: number): Promise<KitchenRows> {
  const lines = await listIngredientRows(db, id)
  if (lines.some(({ sub_recipe_id }) => sub_recipe_id !== null)) return loadKitchenRows(db)
  const isPriced = lines.some(({ price_id }) => price_id !== null)
  return {
    recipes: await listRecipeRows(db, id),
    lines,
    prices: isPriced ? await listPriceRows(db) : [],
  }
}

export function kitchenOf({ recipes, lines, prices }: KitchenRows): Kitchen {
  const byRecipe = Map.groupBy(lines, (line) => line.recipe_id)
  return {
    recipes: new Map(recipes.map((row) => [row.id, recipeOf(row, byRecipe.get(row.id) ?? [])])),
    prices: new Map(prices.map((row) => [row.id, packageOf(row)])),
  }
}

function recipeOf(row: RecipeRow, lines: readonly IngredientRow[]): KitchenRecipe {
  return {
    servings: row.servings,
    makes: amountOf(row.batch_thousandths, row.batch_unit),
    lines: lines.map(lineOf),
  }
}

function lineOf(row: IngredientRow): KitchenLine {
  return {
    quantity: row.quantity_thousandths,
    unit: row.unit,
    typed: row.unit_cents,
    priceId: row.price_id,
    recipeId: row.sub_recipe_id,
  }
}

export function packageOf(row: Omit<PriceRow, 'id' | 'created_at' | 'updated_at'>): PackagePrice {
  const of = amountOf(row.measure_thousandths, row.measure_unit)
  const weight = amountOf(row.weight_thousandths, row.weight_unit)
  return {
    price: row.package_cents,
    size: { quantity: row.package_thousandths, unit: row.package_unit },
    weighs: of && weight ? { of, weight } : null,
  }
}

function amountOf(quantity: Thousandths | null, unit: Unit | null): Amount | null {
  return quantity === null || unit === null ? null : { quantity, unit }
}
