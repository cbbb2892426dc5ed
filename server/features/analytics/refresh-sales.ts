import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { listBlocksToFill, replaceFigures, takeBlockToFill } from './figure-rows.ts'
import { makeFigures } from './make-figures.ts'
import {
  listStaleBlocks,
  readLines,
  readOrders,
  replaceSums,
  takeStaleBlocks,
} from './sales-queries.ts'
import { BLOCK_SIZE, sumSales } from './sum-sales.ts'

/** Blocks refreshed in one transaction; on SQLite others wait some milliseconds for each. */
const BLOCKS_AT_ONCE = 5

/** Stores the sums of what changed. Figures are right without it, but slower the more is stale. */
export async function refreshSales(db: Db): Promise<void> {
  let many = (await listStaleBlocks(db)).length > 0 ? BLOCKS_AT_ONCE : 0
  while (many === BLOCKS_AT_ONCE) many = await write(db, refreshSome)
}

/** Lists the sums of all orders as stale, since the farm's days begin at other instants. */
export async function listAllAsStale(tx: Db): Promise<void> {
  await sql`insert into stale_sales (block, transaction_id)
    select distinct id / ${sql.lit(BLOCK_SIZE)}, 0 from orders where true
    on conflict do nothing`.execute(tx)
}

/** Takes blocks before it reads: what changes in between lists its block as stale again. */
async function refreshSome(tx: Db): Promise<number> {
  const blocks = await takeStaleBlocks(tx, BLOCKS_AT_ONCE)
  const timeZone = await readTimeZone(tx)
  for (const block of blocks) {
    const lines = await readLines(tx, block)
    await replaceSums(tx, block, sumSales(await readOrders(tx, block), lines, timeZone))
    await replaceFigures(tx, block, await makeFigures(tx, block, { lines, timeZone }))
  }
  return blocks.length
}

/** How long one round may fill, in milliseconds; a round runs every minute. */
const FILL_FOR = 10_000

/** Stores figures of blocks that have none yet, the newest first, one in each transaction. */
export async function fillFigures(db: Db): Promise<void> {
  const until = performance.now() + FILL_FOR
  const timeZone = await readTimeZone(db)
  for (const block of await listBlocksToFill(db)) {
    if (performance.now() > until) return
    await write(db, async (tx) => {
      if (!(await takeBlockToFill(tx, block))) return
      const lines = await readLines(tx, block)
      await replaceFigures(tx, block, await makeFigures(tx, block, { lines, timeZone }))
    })
  }
}
