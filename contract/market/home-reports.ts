import type { HomeReport } from './stall-goods.ts'

type Units = { back: number; waste: number }

/** What all reports together say came home, by product. */
export function sumHome(reports: readonly HomeReport[]): Map<number, Units> {
  const sums = new Map<number, Units>()
  for (const { productId, back, waste } of reports.flatMap(({ goods }) => goods)) {
    const before = sums.get(productId) ?? { back: 0, waste: 0 }
    sums.set(productId, { back: before.back + back, waste: before.waste + waste })
  }
  return sums
}

/** A report in place of all others: what it does not count anew stays as they said. */
export function replaceHome(
  reports: readonly HomeReport[],
  counted: Iterable<readonly [number, Units]>,
) {
  const goods = [...new Map([...sumHome(reports), ...counted])]
  return {
    goods: goods.map(([productId, units]) => ({ productId, ...units })),
    replaces: reports.map(({ id }) => id),
  }
}
