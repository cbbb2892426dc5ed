import { sql } from 'kysely'
import { keysOf } from '#contract/changed-fields.ts'
import type { BookRow } from '#contract/money/books.ts'
import { MOVEMENTS } from '#contract/products/stock-journal.ts'
import type { Db } from '#server/db/tables.ts'
import { rowsOf } from './book-queries.ts'

const MAY_BE_UNDONE = sql.join(
  keysOf(MOVEMENTS)
    .filter((reason) => MOVEMENTS[reason].canUndo)
    .map((reason) => sql.lit(reason)),
)

/** A movement that is undone is undone once, and whole. */
export async function wrongUndone(db: Db): Promise<BookRow[]> {
  const rows = await rowsOf(
    db,
    sql<{ product_id: number; name: string; id: number; moved: number; undone: number }>`
      select done.product_id, products.name, done.id, done.delta as moved, sum(back.delta) as undone
      from stock_movements as back
      join stock_movements as done on done.id = back.undoes_id
      join products on products.id = done.product_id
      where back.undoes_id is not null
      group by done.id, done.product_id, done.delta, done.reason, products.name
      having count(*) > 1 or sum(back.delta) <> -done.delta
        or min(back.product_id) <> done.product_id or done.reason not in (${MAY_BE_UNDONE})
      order by done.id`,
  )
  return rows.map(({ product_id, name, id, moved, undone }) => ({
    law: 'undone',
    subject: `product:${product_id}`,
    found: Number(undone),
    expected: 0 - moved,
    words: `${name}: entry ${id} of the stock journal moved ${moved}, but undoing it moved ${undone}.`,
  }))
}
