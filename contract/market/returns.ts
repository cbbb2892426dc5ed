import type { ReturnsReport } from './stall-goods.ts'

type Units = { back: number; waste: number }

export function sumReturns(reports: readonly ReturnsReport[]): Map<number, Units> {
  const sums = new Map<number, Units>()
  for (const { productId, back, waste } of reports.flatMap(({ goods }) => goods)) {
    const before = sums.get(productId) ?? { back: 0, waste: 0 }
    sums.set(productId, { back: before.back + back, waste: before.waste + waste })
  }
  return sums
}

export function replaceReturns(
  reports: readonly ReturnsReport[],
  counted: Iterable<readonly [number, Units]>,
) {
  const goods = [...new Map([...sumReturns(reports), ...counted])]
  return {
    goods: goods.map(([productId, units]) => ({ productId, ...units })),
    replaces: reports.map(({ id }) => id),
  }
}
