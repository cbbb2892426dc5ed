import type { Db } from '#server/db/tables.ts'
import {
  type FigureScope,
  type GoodsRow,
  type PartsRow,
  readStoredCards,
  readStoredGoods,
  readStoredParts,
} from './figure-queries.ts'
import { type CardMove, listBlocksToFill } from './figure-rows.ts'
import { makeFigures } from './make-figures.ts'
import { listStaleBlocks, readLines } from './sales-queries.ts'

/** A day, a place or a product may have several rows. */
export type FigureSums = {
  parts: PartsRow[]
  goods: GoodsRow[]
  cards: CardMove[]
  left: number
}

/** Blocks summed on the fly for one answer, at a few milliseconds each. */
const MAX_BLOCKS = 12

export async function readFigureSums(
  tx: Db,
  scope: FigureScope,
  timeZone: string,
): Promise<FigureSums> {
  const parts = await readStoredParts(tx, scope)
  const goods = await readStoredGoods(tx, scope)
  const cards = await readStoredCards(tx, scope)
  const stale = new Set([...(await listStaleBlocks(tx)).reverse(), ...(await listBlocksToFill(tx))])
  const isOfPeriod = ({ day }: { day: string }) => day >= scope.from && day <= scope.to
  for (const block of [...stale].slice(0, MAX_BLOCKS)) {
    const made = await makeFigures(tx, block, { lines: await readLines(tx, block), timeZone })
    const counts = ({ money }: { money: string }) => money === scope.money || money === 'none'
    parts.push(...made.orders.filter((row) => isOfPeriod(row) && counts(row)))
    goods.push(...made.goods.filter((row) => isOfPeriod(row) && counts(row)))
    cards.push(...made.cards.filter((row) => isOfPeriod(row) && row.money === scope.money))
  }
  return { parts, goods, cards, left: Math.max(0, stale.size - MAX_BLOCKS) }
}
