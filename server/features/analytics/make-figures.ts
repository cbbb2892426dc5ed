import type { Db } from '#server/db/tables.ts'
import { type FigureRows, readFigureOrders, readFigureTenders } from './figure-rows.ts'
import { sumFigures } from './sum-figures.ts'
import { cachedDays, type OrderLine } from './sum-sales.ts'

type BlockSales = { lines: readonly OrderLine[]; timeZone: string }

export async function makeFigures(
  db: Db,
  block: number,
  { lines, timeZone }: BlockSales,
): Promise<FigureRows> {
  const orders = await readFigureOrders(db, block)
  const tenders = await readFigureTenders(db, block)
  return sumFigures({ orders, lines, tenders, dayOf: cachedDays(timeZone) })
}
