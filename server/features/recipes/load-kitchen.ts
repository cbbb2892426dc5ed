import { cents, MAX_AMOUNT } from '#contract/money/money.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import { type Amount, dimensionOf, type LineUnit, type Unit } from '#contract/products/units.ts'
import {
  costsOf,
  depthOf,
  type Kitchen,
  type KitchenLine,
  type KitchenRecipe,
  MAX_RECIPE_DEPTH,
  type PackagePrice,
} from '#contract/recipes/recipe-cost.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import {
  type IngredientRow,
  listIngredientRows,
  listPriceRows,
  listRecipeRows,
  type PriceRow,
  type RecipeRow,
} from './recipe-queries.ts'

export type KitchenRows = Awaited<ReturnType<typeof loadKitchenRows>>

export async function loadKitchenRows(db: Db) {
  return {
    recipes: await listRecipeRows(db),
    lines: await listIngredientRows(db),
    prices: await listPriceRows(db),
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

type KitchenFault = { line: IngredientRow; field: 'unit' | 'recipeId'; message: string }

/** Checks a change before its commit; null when every line has a cost. */
export async function findKitchenFault(tx: Db): Promise<KitchenFault | null> {
  const rows = await loadKitchenRows(tx)
  const kitchen = kitchenOf(rows)
  const linked = rows.lines.filter((line) => line.price_id !== null || line.sub_recipe_id !== null)
  if (linked.length === 0) return null
  return findCircle(rows, kitchen) ?? findUnpriced(linked, rows, kitchen)
}

/** @throws Refusal 'invalid' if any line has no cost now, with its field if it is `changedLine` */
export async function refuseUncosted(tx: Db, changedLine?: number): Promise<void> {
  const fault = await findKitchenFault(tx)
  if (!fault) return
  const field = fault.line.id === changedLine ? { field: fault.field } : {}
  throw new Refusal('invalid', fault.message, field)
}

function findCircle({ recipes, lines }: KitchenRows, kitchen: Kitchen): KitchenFault | null {
  for (const { id } of recipes) {
    const depth = depthOf(id, kitchen.recipes)
    const line = lines.find((one) => one.recipe_id === id && one.sub_recipe_id !== null)
    if (line && depth > MAX_RECIPE_DEPTH)
      return { line, field: 'recipeId', message: tooDeep(depth) }
  }
  return null
}

function tooDeep(depth: number): string {
  return Number.isFinite(depth)
    ? `Recipes can be used in one another at most ${MAX_RECIPE_DEPTH} deep.`
    : 'A recipe cannot be an ingredient of itself, not even by way of another recipe.'
}

function findUnpriced(
  linked: readonly IngredientRow[],
  rows: KitchenRows,
  kitchen: Kitchen,
): KitchenFault | null {
  const { costOfLine } = costsOf(kitchen)
  for (const line of linked) {
    const cost = costOfLine(lineOf(line))
    if (cost === null) return { line, field: 'unit', message: whyUnpriced(line, rows) }
    if (typeof cost !== 'number' && cost.top > BigInt(cents(MAX_AMOUNT)) * cost.bottom)
      return { line, field: 'unit', message: tooDear(line) }
  }
  return null
}

function tooDear({ name, unit }: IngredientRow): string {
  return `“${name}” would cost more than $100,000 per ${unit}. Please check the package.`
}

function whyUnpriced(line: IngredientRow, { recipes, prices }: KitchenRows): string {
  const used = recipes.find(({ id }) => id === line.sub_recipe_id)
  const price = prices.find(({ id }) => id === line.price_id)
  const recipe = recipes.find(({ id }) => id === line.recipe_id)?.name ?? ''
  if (used)
    return `“${recipe}” uses “${used.name}” by the ${line.unit}. Enter ${amountText(line.unit)} of “${used.name}”, or use pieces (1 piece is 1 serving).`
  return `“${recipe}” measures “${line.name}” by the ${line.unit}, but its price is by the ${price?.package_unit}. ${wayOut(line.unit)}`
}

function amountText(unit: LineUnit): string {
  return dimensionOf(unit) === 'weight' ? 'the weight of a batch' : 'the volume of a batch'
}

function wayOut(unit: LineUnit): string {
  return dimensionOf(unit) === 'time'
    ? 'Please choose a price for hours of work.'
    : 'Please say in the price list what it weighs, or type a cost per unit.'
}
