import type { UsualGood } from './customers.ts'

type PastLine = { productId: number; name: string; quantity: number; standing: number }
type PastOrder<Line extends PastLine> = { status: string; items: readonly Line[] }

/** The goods of a past order with their current `units`; of a canceled one, what was ordered. */
export function goodsOf<Line extends PastLine>({ status, items }: PastOrder<Line>) {
  const unitsOf = ({ quantity, standing }: PastLine) =>
    status === 'cancelled' ? Math.max(quantity, standing) : standing
  return items.flatMap((line) => (unitsOf(line) > 0 ? [{ ...line, units: unitsOf(line) }] : []))
}

/** How many of the latest orders decide what a customer usually takes. */
const LATEST = 12

const MOST = 8

/** Goods in a third or more of past orders (latest first), each in its most frequent quantity. */
export function usualGoods(orders: readonly PastOrder<PastLine>[]): UsualGood[] {
  const past = orders.filter(({ status }) => status !== 'cancelled').slice(0, LATEST)
  const lines = past.flatMap(goodsOf)
  return [...Map.groupBy(lines, ({ productId }) => productId)]
    .flatMap(([productId, its]) =>
      its[0] && its.length * 3 >= past.length
        ? [
            {
              productId,
              name: its[0].name,
              units: mostOften(its),
              orders: its.length,
              of: past.length,
            },
          ]
        : [],
    )
    .sort((one, other) => other.orders - one.orders)
    .slice(0, MOST)
}

/** On a tie, the latest. */
function mostOften(lines: readonly { units: number }[]): number {
  const groups = [...Map.groupBy(lines, ({ units }) => units)]
  return groups.reduce((best, group) => (group[1].length > best[1].length ? group : best))[0]
}
