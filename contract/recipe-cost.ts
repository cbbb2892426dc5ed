import { type Cents, cents, toCents } from './money.ts'
import { type Thousandths, toThousandths } from './quantity.ts'

export type CostedLine = { quantity: Thousandths; costPerUnit: Cents }

export type Scale = { servings: number; of: number }

export const AS_WRITTEN: Scale = { servings: 1, of: 1 }

export const HIGHEST_MARGIN = 95

/** What ingredients cost as an answer of the shop states them: `quantity` in units, `costPerUnit` in dollars. */
export function costedLines(
  ingredients: readonly { quantity: number; costPerUnit: number }[],
): CostedLine[] {
  return ingredients.map(({ quantity, costPerUnit }) => ({
    quantity: toThousandths(quantity),
    costPerUnit: toCents(costPerUnit),
  }))
}

/** Quantity times cost per unit (specification, section 5), exact and rounded once, half a cent up. */
export function lineCost(line: CostedLine, scale = AS_WRITTEN): Cents {
  return totalCost([line], scale)
}

/** What a whole batch costs: the exact sum of its lines, rounded once; rounded lines may add up to another cent. */
export function totalCost(
  lines: readonly CostedLine[],
  { servings, of }: Scale = AS_WRITTEN,
): Cents {
  return cents(rounded(exactCost(lines) * BigInt(servings), EXACT_CENT * BigInt(of)))
}

export function costOfOne(lines: readonly CostedLine[], of: number): Cents {
  return totalCost(lines, { servings: 1, of })
}

/** So much of an ingredient goes into the scaled batch, to the nearest thousandth. */
export function scaledQuantity(quantity: Thousandths, { servings, of }: Scale): Thousandths {
  return rounded(BigInt(quantity) * BigInt(servings), BigInt(of)) as Thousandths
}

/**
 * What is left of a price once the ingredients of one unit are paid: the amount, such that price, cost and margin add up as
 * they are shown, and its share of the price in tenths of a percent. Below zero when the ingredients cost more.
 */
export function marginOf(
  lines: readonly CostedLine[],
  { price, units }: { price: Cents; units: number },
): { amount: Cents; permille: number } {
  const income = BigInt(price) * BigInt(units) * EXACT_CENT
  return {
    amount: cents(price - costOfOne(lines, units)),
    permille: rounded((income - exactCost(lines)) * 1000n, income),
  }
}

/** The lowest price in whole cents that leaves at least `percent` (0 to 95) of itself once the ingredients are paid. */
export function priceForMargin(
  lines: readonly CostedLine[],
  { percent, units }: { percent: number; units: number },
): Cents {
  const shareOfCost = BigInt(100 - percent) * BigInt(units) * EXACT_CENT
  return cents(Number((exactCost(lines) * 100n + shareOfCost - 1n) / shareOfCost))
}

/** Costs are added up in thousandths of a cent, in which every line is whole. */
const EXACT_CENT = 1000n

function exactCost(lines: readonly CostedLine[]): bigint {
  return lines.reduce(
    (sum, { quantity, costPerUnit }) => sum + BigInt(quantity) * BigInt(costPerUnit),
    0n,
  )
}

function rounded(dividend: bigint, divisor: bigint): number {
  const [twice, by] = [2n * dividend + divisor, 2n * divisor]
  const isCutUpwards = twice < 0n && twice % by !== 0n
  return Number(twice / by - (isCutUpwards ? 1n : 0n))
}
