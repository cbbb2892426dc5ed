import type { Cents } from '#contract/money.ts'
import { standingCentsOf, standingOf } from '#contract/standing.ts'

export type PaidLine = {
  orderId: number
  productId: number
  delivery_cents: Cents
  net: number
} & Parameters<typeof standingCentsOf>[0]

export type Sold = { productId: number; quantity: number; cents: number }

/**
 * What sold of each product: the goods that stand, and the money that was kept for them. What an
 * order's products brought together with its delivery fee is its revenue, to the cent; an order of
 * which nothing was kept sold nothing.
 */
export function soldOf(lines: readonly PaidLine[]): Sold[] {
  const byProduct = new Map<number, Sold>()
  for (const own of Map.groupBy(lines, ({ orderId }) => orderId).values()) {
    for (const { productId, quantity, cents } of soldOfOrder(own)) {
      const sold = byProduct.get(productId)
      if (!sold) byProduct.set(productId, { productId, quantity, cents })
      else {
        sold.quantity += quantity
        sold.cents += cents
      }
    }
  }
  return [...byProduct.values()]
}

function soldOfOrder(lines: readonly PaidLine[]): Sold[] {
  const [first] = lines
  if (!first || first.net <= 0) return []
  const money = Math.max(0, first.net - first.delivery_cents)
  const standing = lines.map(standingCentsOf)
  const agreed = lines.map((line) => line.quantity * line.unit_cents)
  const shares = shareOut(money, standing.some((worth) => worth > 0) ? standing : agreed)
  return lines.map((line, place) => ({
    productId: line.productId,
    quantity: standingOf(line),
    cents: shares[place] ?? 0,
  }))
}

/** Shares an amount by weights, in whole cents that make the amount again. */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [weighed, given] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    // BigInt: cents times cents of large orders are more than a number holds exactly.
    const until = Number((BigInt(amount) * BigInt(weighed)) / BigInt(all))
    const share = until - given
    given = until
    return share
  })
}
