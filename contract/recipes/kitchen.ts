import type { Cents } from '../money/money.ts'
import type { Thousandths } from '../products/quantity.ts'
import { type Amount, dimensionOf, type LineUnit, sizeOf, type Unit } from '../products/units.ts'
import { dividedBy, type Fraction, fraction, times } from './fraction.ts'
import { type CostedLine, exactCost } from './recipe-cost.ts'

/** `weighs`: the weight of a given volume or count; null if unknown. */
export type PackagePrice = {
  price: Cents
  size: Amount
  weighs: { of: Amount; weight: Amount } | null
}

export type KitchenLine = {
  quantity: Thousandths
  unit: LineUnit
  typed: Cents
  priceId: number | null
  recipeId: number | null
}

/** `makes`: the weight or volume of a batch; null if unknown. */
export type KitchenRecipe = {
  servings: number
  makes: Amount | null
  lines: readonly KitchenLine[]
}

export type Kitchen = {
  recipes: ReadonlyMap<number, KitchenRecipe>
  prices: ReadonlyMap<number, PackagePrice>
}

/** How deep recipes may nest, counting the outermost. */
export const MAX_RECIPE_DEPTH = 5

const ONE = 1000 as Thousandths

/** What one unit costs, in cents, of something sold in packages; null if the units have no known ratio. */
export function costPerUnit({ price, size, weighs }: PackagePrice, unit: Unit): Fraction | null {
  const one = sizeOf({ quantity: ONE, unit })
  const each = dividedBy(fraction(BigInt(price)), sizeOf(size))
  if (dimensionOf(unit) === dimensionOf(size.unit)) return times(each, one)
  if (!weighs) return null
  const density = dividedBy(sizeOf(weighs.weight), sizeOf(weighs.of))
  const measured = dimensionOf(weighs.of.unit)
  if (dimensionOf(unit) === measured && dimensionOf(size.unit) === 'weight')
    return times(times(each, density), one)
  if (dimensionOf(unit) === 'weight' && dimensionOf(size.unit) === measured)
    return times(dividedBy(each, density), one)
  return null
}

/** A piece is a serving. Null while the batch's size is unknown. */
export function shareOfBatch(
  { servings, makes }: Pick<KitchenRecipe, 'servings' | 'makes'>,
  unit: LineUnit,
): Fraction | null {
  if (unit === 'piece') return fraction(1n, BigInt(servings))
  if (!makes || dimensionOf(makes.unit) !== dimensionOf(unit)) return null
  return dividedBy(sizeOf({ quantity: ONE, unit }), sizeOf(makes))
}

export function costsOf({ recipes, prices }: Kitchen) {
  const known = new Map<number, Fraction | null>()

  function costOfLine(line: KitchenLine): Cents | Fraction | null {
    if (line.recipeId !== null) return costOfShare(line.recipeId, line.unit)
    if (line.priceId === null) return line.typed
    const price = prices.get(line.priceId)
    return price ? costPerUnit(price, line.unit) : null
  }

  function costOfShare(id: number, unit: LineUnit): Fraction | null {
    const recipe = recipes.get(id)
    const [batch, share] = [costOfBatch(id), recipe ? shareOfBatch(recipe, unit) : null]
    return batch && share ? times(batch, share) : null
  }

  function costOfBatch(id: number): Fraction | null {
    const before = known.get(id)
    if (before !== undefined) return before
    // A recipe that contains itself has no cost.
    known.set(id, null)
    const lines = linesOf(id)
    const cost = lines ? exactCost(lines) : null
    known.set(id, cost)
    return cost
  }

  function linesOf(id: number): CostedLine[] | null {
    const lines: CostedLine[] = []
    for (const line of recipes.get(id)?.lines ?? []) {
      const cost = costOfLine(line)
      if (cost === null) return null
      lines.push({ quantity: line.quantity, costPerUnit: cost })
    }
    return recipes.has(id) ? lines : null
  }

  return { costOfLine, linesOf }
}

/** Counts the recipe itself. `Infinity` if it contains itself. */
export function depthOf(id: number, recipes: Kitchen['recipes']): number {
  const known = new Map<number, number>()

  function depth(one: number): number {
    const before = known.get(one)
    if (before !== undefined) return before
    known.set(one, Number.POSITIVE_INFINITY)
    const below = recipes.get(one)?.lines.flatMap(({ recipeId }) => recipeId ?? []) ?? []
    const found = 1 + Math.max(0, ...below.map(depth))
    known.set(one, found)
    return found
  }

  return depth(id)
}
