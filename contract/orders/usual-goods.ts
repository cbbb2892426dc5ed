import type { UsualGood } from './customers.ts'

type PastOrder = {
  status: string
  items: readonly { productId: number; name: string; standing: number }[]
}

/** How many of the latest orders say what somebody usually takes. */
const LATEST = 12

const MOST = 8

/**
 * What somebody usually takes, of past orders with the latest first: goods of a third of them or
 * more, each as often as it mostly was. Of a single order, all of it.
 */
export function usualGoods(orders: readonly PastOrder[]): UsualGood[] {
  const past = orders.filter(({ status }) => status !== 'cancelled').slice(0, LATEST)
  const lines = past.flatMap(({ items }) => items.filter(({ standing }) => standing > 0))
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

/** The latest of those that are as frequent. */
function mostOften(lines: readonly { standing: number }[]): number {
  const groups = [...Map.groupBy(lines, ({ standing }) => standing)]
  return groups.reduce((best, group) => (group[1].length > best[1].length ? group : best))[0]
}
