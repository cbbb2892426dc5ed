import { sql } from 'kysely'
import { keysOf } from '#contract/changed-fields.ts'
import type { BookRow } from '#contract/money/books.ts'
import { MOVEMENTS } from '#contract/products/stock-journal.ts'
import type { Db } from '#server/db/write.ts'
import type { BooksFound, BooksSince } from '#server/outside/books-runner.ts'
import { checkDays } from './check-days.ts'
import { BLOCK_SIZE, blockOf, law, ORDER_LAWS, type Part } from './order-laws.ts'

/** Rows where stock, orders, days and money disagree. `db` should be a snapshot. */
export async function checkBooks(db: Db): Promise<BookRow[]> {
  const { rows } = await checkStock(db, null)
  return [...rows, ...(await checkOrders(db, 'all')), ...(await checkDays(db))]
}

async function checkOrders(db: Db, part: Part): Promise<BookRow[]> {
  const found: BookRow[][] = []
  for (const find of ORDER_LAWS) found.push(await find(db, part))
  return found.flat()
}

type MovedStock = { moved: [productId: number, units: number][]; upTo: number }

async function checkStock(db: Db, before: MovedStock | null) {
  const movements = db.selectFrom('stock_movements')
  const newest = movements.select('id').orderBy('id', 'desc').limit(1)
  const upTo = (await newest.executeTakeFirst())?.id ?? 0
  const sums = movements.select((row) => ['product_id', row.fn.sum<number>('delta').as('units')])
  const moved = new Map(before?.moved)
  const later = sums.where('id', '>', before?.upTo ?? 0).groupBy('product_id')
  for (const { product_id, units } of await later.execute())
    moved.set(product_id, (moved.get(product_id) ?? 0) + units)
  const rows: BookRow[] = []
  const products = db.selectFrom('products').select(['id', 'name', 'stock']).orderBy('id')
  for (const { id, name, stock } of await products.execute()) {
    // Movements can commit out of ID order, so a difference from the cached sums is recounted in
    // full.
    if (before && stock !== (moved.get(id) ?? 0)) {
      const own = sums.where('product_id', '=', id).groupBy('product_id')
      moved.set(id, (await own.executeTakeFirst())?.units ?? 0)
    }
    const expected = moved.get(id) ?? 0
    const message = `${name}: the stock is ${stock}, but its movements add up to ${expected}.`
    if (stock !== expected)
      rows.push({ law: 'stock', subject: `product:${id}`, found: stock, expected, message })
  }
  rows.push(...(await wrongUndone(db, 'all')))
  return { rows, moved: [...moved], upTo }
}

const MAY_BE_UNDONE = sql.join(
  keysOf(MOVEMENTS)
    .filter((reason) => MOVEMENTS[reason].canUndo)
    .map((reason) => sql.lit(reason)),
)

const wrongUndone = law(
  () => sql<{ product_id: number; name: string; id: number; moved: number; undone: number }>`
    select done.product_id, products.name, done.id, done.delta as moved, sum(back.delta) as undone
    from stock_movements as back
    join stock_movements as done on done.id = back.undoes_id
    join products on products.id = done.product_id
    where back.undoes_id is not null
    group by done.id, done.product_id, done.delta, done.reason, products.name
    having count(*) > 1 or sum(back.delta) <> -done.delta
      or min(back.product_id) <> done.product_id or done.reason not in (${MAY_BE_UNDONE})
    order by done.id`,
  ({ product_id, name, id, moved, undone }) => ({
    law: 'undone',
    subject: `product:${product_id}`,
    found: undone,
    expected: 0 - moved,
    message: `${name}: entry ${id} of the stock journal moved ${moved}, but undoing it moved ${undone}.`,
  }),
)

/** Checks what changed since then; earlier findings about the rest stand. */
export async function checkChanged(db: Db, since: BooksSince | null): Promise<BooksFound> {
  const { rows, ...moved } = await checkStock(db, since?.found ?? null)
  const orders = since ? await checkBlocks(db, since) : await checkOrders(db, 'all')
  return { orders, days: await checkDays(db), products: rows, ...moved }
}

async function checkBlocks(db: Db, { found, blocks }: BooksSince): Promise<BookRow[]> {
  const changed = new Set(blocks)
  const rows = found.orders.filter((row) => stillStands(row, changed))
  for (const block of changed)
    rows.push(
      ...(await checkOrders(db, { from: block * BLOCK_SIZE, until: (block + 1) * BLOCK_SIZE })),
    )
  return [...rows, ...(await checkOrders(db, 'without-order'))]
}

/** Payments without an order belong to no block, so they are always rechecked. */
function stillStands(row: BookRow, blocks: Set<number>): boolean {
  const [kind, id] = row.subject.split(':')
  return kind === 'order' && !blocks.has(blockOf(Number(id)))
}
