import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import {
  listStaleBlocks,
  readLines,
  readOrders,
  replaceSums,
  takeStaleBlocks,
} from './sales-queries.ts'
import { sumSales } from './sum-sales.ts'

/**
 * So many blocks are refreshed in one transaction; on SQLite everybody else waits meanwhile, some
 * milliseconds for each.
 */
const BLOCKS_AT_ONCE = 5

/** Stores the sums of what changed. Figures are right without it, but slower the more is stale. */
export async function refreshSales(db: Db): Promise<void> {
  let many = (await listStaleBlocks(db)).length > 0 ? BLOCKS_AT_ONCE : 0
  while (many === BLOCKS_AT_ONCE) many = await write(db, refreshSome)
}

/**
 * Takes blocks before it reads their orders: what changes in between lists its block as stale
 * again.
 */
async function refreshSome(tx: Db): Promise<number> {
  const blocks = await takeStaleBlocks(tx, BLOCKS_AT_ONCE)
  for (const block of blocks)
    await replaceSums(tx, block, sumSales(await readOrders(tx, block), await readLines(tx, block)))
  return blocks.length
}
