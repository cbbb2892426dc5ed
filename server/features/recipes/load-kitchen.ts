import { type Cents, cents, MAX_AMOUNT } from '#contract/money/money.ts'
import type { Thousandths } from '#contract/products/quantity.ts'
import { type Amount, dimensionOf, type LineUnit, type Unit } from '#contract/products/units.ts'
import { type Fraction, times } from '#contract/recipes/fraction.ts'
import {
  type CostedLine,
  costPerUnit,
  exactCost,
  type PackagePrice,
  shareOfBatch,
} from '#contract/recipes/recipe-cost.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import {
  type IngredientRow,
  listPriceRows,
  type PriceRow,
  type RecipeRow,
} from './recipe-queries.ts'

export type KitchenRows = Awaited<ReturnType<typeof loadKitchenRows>>

export async function loadKitchenRows(db: Db) {
  return {
    recipes: await db.selectFrom('recipes').selectAll().orderBy('id').execute(),
    lines: await db.selectFrom('recipe_ingredients').selectAll().orderBy('id').execute(),
    prices: await listPriceRows(db),
  }
}

/** What lines and recipes cost, exactly; null while that is unknown. */
export function costsOf({ recipes, lines, prices }: KitchenRows) {
  const recipesById = new Map(recipes.map((row) => [row.id, row]))
  const linesByRecipe = Map.groupBy(lines, (line) => line.recipe_id)
  const packages = new Map(prices.map((row) => [row.id, packageOf(row)]))
  const known = new Map<number, Fraction | null>()

  function costOfLine(line: IngredientRow): Cents | Fraction | null {
    if (line.sub_recipe_id !== null) return costOfShare(line.sub_recipe_id, line.unit)
    if (line.price_id === null) return line.unit_cents
    const price = packages.get(line.price_id)
    return price ? costPerUnit(price, line.unit) : null
  }

  function costOfShare(id: number, unit: LineUnit): Fraction | null {
    const recipe = recipesById.get(id)
    const [batch, share] = [costOfBatch(id), recipe ? shareOf(recipe, unit) : null]
    return batch && share ? times(batch, share) : null
  }

  function costOfBatch(id: number): Fraction | null {
    const before = known.get(id)
    if (before !== undefined) return before
    // A recipe that contains itself has no cost.
    known.set(id, null)
    const costed = linesOf(id)
    const cost = costed ? exactCost(costed) : null
    known.set(id, cost)
    return cost
  }

  function linesOf(id: number): CostedLine[] | null {
    const costed: CostedLine[] = []
    for (const line of linesByRecipe.get(id) ?? []) {
      const cost = costOfLine(line)
      if (cost === null) return null
      costed.push({ quantity: line.quantity_thousandths, costPerUnit: cost })
    }
    return recipesById.has(id) ? costed : null
  }

  return { costOfLine, linesOf }
}

export function shareOf(row: RecipeRow, unit: LineUnit): Fraction | null {
  const makes = amountOf(row.batch_thousandths, row.batch_unit)
  return shareOfBatch({ servings: row.servings, makes }, unit)
}

export function packageOf(row: PriceRow): PackagePrice {
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
  const linked = rows.lines.filter((line) => line.price_id !== null || line.sub_recipe_id !== null)
  if (linked.length === 0) return null
  return findCircle(rows) ?? findUnpriced(linked, rows)
}

/** @throws Refusal 'invalid' if any line has no cost now, with its field if it is `changedLine` */
export async function refuseUncosted(tx: Db, changedLine?: number): Promise<void> {
  const fault = await findKitchenFault(tx)
  if (!fault) return
  const field = fault.line.id === changedLine ? { field: fault.field } : {}
  throw new Refusal('invalid', fault.message, field)
}

/** How deep recipes may nest, counting the outermost. */
const MAX_RECIPE_DEPTH = 5

function findCircle({ recipes, lines }: KitchenRows): KitchenFault | null {
  const users = lines.filter((line) => line.sub_recipe_id !== null)
  const byRecipe = Map.groupBy(users, (line) => line.recipe_id)
  for (const { id } of recipes) {
    const depth = depthOf(id, byRecipe)
    const [line] = byRecipe.get(id) ?? []
    if (line && depth > MAX_RECIPE_DEPTH)
      return { line, field: 'recipeId', message: tooDeep(depth) }
  }
  return null
}

/** Counts the recipe itself. `Infinity` if it contains itself. */
function depthOf(id: number, byRecipe: ReadonlyMap<number, readonly IngredientRow[]>): number {
  const known = new Map<number, number>()

  function depth(one: number): number {
    const before = known.get(one)
    if (before !== undefined) return before
    known.set(one, Number.POSITIVE_INFINITY)
    const below = byRecipe.get(one)?.flatMap(({ sub_recipe_id }) => sub_recipe_id ?? []) ?? []
    const found = 1 + Math.max(0, ...below.map(depth))
    known.set(one, found)
    return found
  }

  return depth(id)
}

function tooDeep(depth: number): string {
  return Number.isFinite(depth)
    ? `Recipes can be used in one another at most ${MAX_RECIPE_DEPTH} deep.`
    : 'A recipe cannot be an ingredient of itself, not even by way of another recipe.'
}

function findUnpriced(linked: readonly IngredientRow[], rows: KitchenRows): KitchenFault | null {
  const { costOfLine } = costsOf(rows)
  for (const line of linked) {
    const cost = costOfLine(line)
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
