import { type Cents, toDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { toQuantity } from '#contract/products/quantity.ts'
import { dividedBy, formatFraction, fraction, toNumber } from '#contract/recipes/fraction.ts'
import { isBelow, marginTable } from '#contract/recipes/margins.ts'
import { type CostedLine, costOfOne, totalCost } from '#contract/recipes/recipe-cost.ts'
import type { Ingredient, Recipe, RecipeData } from '#contract/recipes/recipes.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import { fromColumns } from '#server/db/to-columns.ts'
import { type Db, write } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { formatCsv } from '#server/http/csv-form.ts'
import { costsOf, type KitchenRows, loadKitchenRows } from './load-kitchen.ts'
import {
  type IngredientRow,
  type LinkRow,
  listLinkRows,
  lockKitchen,
  type RecipeRow,
} from './recipe-queries.ts'

export async function listRecipes(db: Db): Promise<Recipe[]> {
  const rows = await loadKitchenRows(db)
  const show = showing(rows, await listLinkRows(db))
  return rows.recipes
    .map(show)
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id)
}

/** @throws Refusal 'not-found' */
export async function requireRecipe(db: Db, id: number): Promise<Recipe> {
  const rows = await loadKitchenRows(db)
  const row = rows.recipes.find((recipe) => recipe.id === id) ?? noSuch(`recipe #${id}`)
  return showing(rows, await listLinkRows(db))(row)
}

export function requireIngredient(recipe: Recipe, id: number): Ingredient {
  return recipe.ingredients.find((one) => one.id === id) ?? noSuch(`ingredient #${id}`)
}

function showing(rows: KitchenRows, links: readonly LinkRow[]) {
  const { linesOf } = costsOf(rows)
  const byRecipe = Map.groupBy(rows.lines, (line) => line.recipe_id)
  const linkOf = new Map(links.map((link) => [link.recipe_id, link]))
  return (row: RecipeRow): Recipe => {
    const lines = linesOf(row.id) ?? []
    const link = linkOf.get(row.id)
    return {
      ...showFields(row),
      ingredients: (byRecipe.get(row.id) ?? []).map((line, index) =>
        showIngredient(line, lines[index]),
      ),
      costCalculation: {
        totalCost: toDollars(totalCost(lines)),
        costPerServing: toDollars(costOfOne(lines, row.servings)),
      },
      product: link ? { productId: link.product_id, unitsPerBatch: link.units_per_batch } : null,
    }
  }
}

export const RECIPE_COLUMNS = {
  name: 'name',
  description: 'description',
  servings: 'servings',
  preparationTime: 'preparation_minutes',
  batchQuantity: 'batch_thousandths',
  batchUnit: 'batch_unit',
  instructions: 'instructions',
} as const satisfies Record<keyof RecipeData, keyof Tables['recipes']>

function showFields(row: RecipeRow) {
  const { batchQuantity: batch, batchUnit, ...same } = fromColumns(RECIPE_COLUMNS, row)
  const batchSize =
    batchUnit && batch !== null ? { batchQuantity: toQuantity(batch), batchUnit } : {}
  return { id: row.id, ...same, ...batchSize }
}

function showIngredient(row: IngredientRow, line: CostedLine | undefined): Ingredient {
  return {
    id: row.id,
    name: row.name,
    quantity: toQuantity(row.quantity_thousandths),
    unit: row.unit,
    ...showCost(line?.costPerUnit ?? row.unit_cents),
    notes: row.notes,
    ...(row.is_packaging === 1 ? { isPackaging: true } : {}),
    ...(row.price_id === null ? {} : { priceId: row.price_id }),
    ...(row.sub_recipe_id === null ? {} : { recipeId: row.sub_recipe_id }),
  }
}

function showCost(cost: CostedLine['costPerUnit']): Pick<Ingredient, 'costPerUnit' | 'exactCost'> {
  if (typeof cost === 'number') return { costPerUnit: toDollars(cost) }
  return { costPerUnit: costInDollars(cost), exactCost: formatFraction(cost) }
}

/** Cents as unrounded dollars, the form that responses use. */
export function costInDollars(cost: Exclude<CostedLine['costPerUnit'], Cents>): number {
  return toNumber(dividedBy(cost, fraction(100n)))
}

type Alteration<Result> = (tx: Db, before: Recipe) => Promise<Result>

/**
 * Runs a change under the recipe's lock, records the whole recipe in the history and returns it.
 * @throws Refusal 'not-found'
 */
export function alterRecipe<Result>(
  db: Db,
  { id, now }: { id: number; now: Date },
  alteration: Alteration<Result>,
): Promise<{ after: Recipe; result: Result }> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const changed = { updated_at: now.toISOString() }
    await tx.updateTable('recipes').set(changed).where('id', '=', id).execute()
    const before = await requireRecipe(tx, id)
    const result = await alteration(tx, before)
    const after = await requireRecipe(tx, id)
    await recordChange(tx, { action: 'changed', subject: `recipe:${id}`, before, after }, now)
    return { after, result }
  })
}

/** Like `alterRecipe`, by ingredient. @throws Refusal 'not-found' */
export async function alterRecipeOfIngredient(
  db: Db,
  { id, now }: { id: number; now: Date },
  alteration: Alteration<void>,
): Promise<{ after: Recipe }> {
  const lines = db.selectFrom('recipe_ingredients').select('recipe_id').where('id', '=', id)
  const line = (await lines.executeTakeFirst()) ?? noSuch(`ingredient #${id}`)
  return alterRecipe(db, { id: line.recipe_id, now }, alteration)
}

const COLUMNS = ['Product', 'Recipe', 'Price', 'Cost', 'Margin', 'Margin in %', 'Below target']

export async function exportMargins(db: Db): Promise<string> {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_cents as price'])
    .where('deleted_at', 'is', null)
    .execute()
  const { rows, withoutRecipe } = marginTable(products, await listRecipes(db))
  const target = Number(await readSetting(db, 'wished_margin'))
  const priced = rows.map(({ product, recipe, cost, amount, permille }) => [
    product.name,
    recipe.name,
    plainDollars(product.price),
    plainDollars(cost),
    plainDollars(amount),
    (permille / 10).toFixed(1),
    isBelow({ permille }, target) ? 'yes' : '',
  ])
  const others = withoutRecipe.map(({ name, price }) => [name, '', plainDollars(price)])
  return formatCsv(COLUMNS, [...priced, ...others])
}
