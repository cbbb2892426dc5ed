import type { BookRow } from '#contract/books.ts'
import type { Db } from '#server/db/tables.ts'
import { BLOCK_SIZE, blockOf } from '#server/features/analytics/sum-sales.ts'
import type { BooksFound, BooksSince } from '#server/outside/books-runner.ts'
import { checkOrders } from './check-books.ts'
import { checkStock } from './check-stock.ts'

/** Checks what changed since an earlier check, or everything without one; what was found then of the rest still stands. */
export async function checkChanged(db: Db, since: BooksSince | null): Promise<BooksFound> {
  const { rows, ...moved } = await checkStock(db, since?.found ?? null)
  if (!since) return { orders: await checkOrders(db, 'all'), products: rows, ...moved }
  const blocks = new Set(since.blocks)
  const orders = since.found.orders.filter((row) => stillStands(row, blocks))
  for (const block of blocks)
    orders.push(...(await checkOrders(db, { from: block * BLOCK_SIZE, until: (block + 1) * BLOCK_SIZE })))
  orders.push(...(await checkOrders(db, 'without-order')))
  return { orders, products: rows, ...moved }
}

/** Payments without an order have no block: they are always looked at. */
function stillStands({ subject }: BookRow, blocks: Set<number>): boolean {
  const [kind, id] = subject.split(':')
  return (kind === 'order' && !blocks.has(blockOf(Number(id)))) || (kind === 'block' && !blocks.has(Number(id)))
}
