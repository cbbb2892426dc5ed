import type { Db } from '#server/db/tables.ts'
import { listBlocksToFill } from '#server/features/analytics/figure-rows.ts'
import { makeFigures } from '#server/features/analytics/make-figures.ts'
import {
  lastBlock,
  listStaleBlocks,
  readLines,
  readOrders,
  readSums,
} from '#server/features/analytics/sales-queries.ts'
import { blockOf, type DaySales, sumSales } from '#server/features/analytics/sum-sales.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { findWrongFigures, type WrongFigure } from './check-figures.ts'

/** A stored sum that is not what its orders make; `count` are orders, or units of the product. */
type WrongSum = {
  block: number
  day: string
  productId: number | null
  found: Sum
  expected: Sum
}
type Sum = { count: number; cents: number }

export async function findWrongSums(
  tx: Db,
  orders: { from: number; until: number } | null,
): Promise<(WrongSum | WrongFigure)[]> {
  const timeZone = await readTimeZone(tx)
  const stale = new Set(await listStaleBlocks(tx))
  const first = blockOf(orders?.from ?? 0)
  const last = orders ? blockOf(orders.until - 1) : await lastBlock(tx)
  const unfilled = new Set(await listBlocksToFill(tx))
  const wrong: (WrongSum | WrongFigure)[] = []
  for (let block = first; block <= last; block++) {
    if (stale.has(block)) continue
    const lines = await readLines(tx, block)
    const made = sumSales(await readOrders(tx, block), lines, timeZone)
    wrong.push(...differencesOf(block, await readSums(tx, block), made))
    if (unfilled.has(block)) continue
    wrong.push(
      ...(await findWrongFigures(tx, block, await makeFigures(tx, block, { lines, timeZone }))),
    )
  }
  return wrong
}

const NOTHING: Sum = { count: 0, cents: 0 }

function differencesOf(block: number, stored: DaySales[], made: DaySales[]): WrongSum[] {
  const [found, expected] = [sumsOf(stored), sumsOf(made)]
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const [one, other] = [found.get(key) ?? NOTHING, expected.get(key) ?? NOTHING]
    if (one.count === other.count && one.cents === other.cents) return []
    const [day = '', , productId] = key.split(' ')
    return [
      { block, day, productId: productId ? Number(productId) : null, found: one, expected: other },
    ]
  })
}

function sumsOf(days: DaySales[]): Map<string, Sum> {
  return new Map(
    days.flatMap(({ day, money, orders, cents, products }): [string, Sum][] => [
      [`${day} ${money}`, { count: orders, cents }],
      ...products.map((sold): [string, Sum] => [
        `${day} ${money} ${sold.productId}`,
        { count: sold.quantity, cents: sold.cents },
      ]),
    ]),
  )
}
