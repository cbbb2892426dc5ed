import { type Cents, cents, toCents } from '../money/money.ts'
import { type Thousandths, toThousandths } from '../products/quantity.ts'
import { type Amount, dimensionOf, type LineUnit, sizeOf, type Unit } from '../products/units.ts'
import {
  addFractions,
  dividedBy,
  type Fraction,
  fraction,
  parseFraction,
  roundHalfUp,
  roundUp,
  times,
} from './fraction.ts'

export type CostedLine = { quantity: Thousandths; costPerUnit: Cents | Fraction }

export type Scale = { servings: number; of: number }

export const AS_WRITTEN: Scale = { servings: 1, of: 1 }

export const HIGHEST_MARGIN = 95

/** As the shop's answers show it; `costPerUnit` in dollars. */
type ShownLine = { quantity: number; costPerUnit: number; exactCost?: string | undefined }

export function costedLines(ingredients: readonly ShownLine[]): CostedLine[] {
  return ingredients.map((ingredient) => ({
    quantity: toThousandths(ingredient.quantity),
    costPerUnit: unitCostOf(ingredient),
  }))
}

/** In cents; exact unless typed. */
export function unitCostOf({ costPerUnit, exactCost }: Omit<ShownLine, 'quantity'>) {
  return exactCost === undefined ? toCents(costPerUnit) : parseFraction(exactCost)
}

/** Quantity times cost per unit (specification, section 5), exact, rounded once, half up. */
export function lineCost(line: CostedLine, scale = AS_WRITTEN): Cents {
  return totalCost([line], scale)
}

/** The exact sum, rounded once; rounded lines can differ by a cent. */
export function totalCost(
  lines: readonly CostedLine[],
  { servings, of }: Scale = AS_WRITTEN,
): Cents {
  const { top, bottom } = exactCost(lines)
  return cents(Number(roundHalfUp({ top: top * BigInt(servings), bottom: bottom * BigInt(of) })))
}

export function costOfOne(lines: readonly CostedLine[], of: number): Cents {
  return totalCost(lines, { servings: 1, of })
}

export function scaledQuantity(quantity: Thousandths, { servings, of }: Scale): Thousandths {
  const share = { top: BigInt(quantity) * BigInt(servings), bottom: BigInt(of) }
  return Number(roundHalfUp(share)) as Thousandths
}

/** Price, cost and margin add up as shown. Negative if the unit costs more than its price. */
export function marginOf(
  lines: readonly CostedLine[],
  { price, units }: { price: Cents; units: number },
): { amount: Cents; permille: number } {
  const { top, bottom } = exactCost(lines)
  const income = BigInt(price) * BigInt(units) * bottom
  return {
    amount: cents(price - costOfOne(lines, units)),
    permille: Number(roundHalfUp({ top: (income - top) * 1000n, bottom: income })),
  }
}

/** The lowest price in cents that leaves `percent` (0 to 95) of itself after a unit's cost. */
export function priceForMargin(
  lines: readonly CostedLine[],
  { percent, units }: { percent: number; units: number },
): Cents {
  const { top, bottom } = exactCost(lines)
  const shareOfCost = BigInt(100 - percent) * BigInt(units) * bottom
  return cents(Number(roundUp({ top: top * 100n, bottom: shareOfCost })))
}

export function exactCost(lines: readonly CostedLine[]): Fraction {
  return addFractions(lines.map(exactLine))
}

function exactLine({ quantity, costPerUnit }: CostedLine): Fraction {
  // Typed costs share a denominator (thousandths of a cent), so adding them is quick.
  if (typeof costPerUnit === 'number')
    return { top: BigInt(quantity) * BigInt(costPerUnit), bottom: 1000n }
  return fraction(BigInt(quantity) * costPerUnit.top, 1000n * costPerUnit.bottom)
}

/** `weighs`: the weight of a given volume or count; null if unknown. */
export type PackagePrice = {
  price: Cents
  size: Amount
  weighs: { of: Amount; weight: Amount } | null
}

const ONE = 1000 as Thousandths

/**
 * What one unit costs, in cents, of something sold in packages; null if the units have no known
 * ratio.
 */
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

/** A piece is a serving; `makes` is what a batch weighs or measures. Null while that is unknown. */
export function shareOfBatch(
  { servings, makes }: { servings: number; makes: Amount | null },
  unit: LineUnit,
): Fraction | null {
  if (unit === 'piece') return fraction(1n, BigInt(servings))
  if (!makes || dimensionOf(makes.unit) !== dimensionOf(unit)) return null
  return dividedBy(sizeOf({ quantity: ONE, unit }), sizeOf(makes))
}
