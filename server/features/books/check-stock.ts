import type { BookRow } from '#contract/books.ts'
import type { Db } from '#server/db/tables.ts'
import { listStock, sumMovementsAfter, sumMovementsOf } from './book-queries.ts'

export type Moved = { moved: [productId: number, units: number][]; upTo: number }

/** Stock is the sum of its movements: where it is not, and the sums. With the sums of before only later movements are read. */
export async function checkStock(db: Db, before: Moved | null): Promise<Moved & { rows: BookRow[] }> {
  const later = await sumMovementsAfter(db, before?.upTo ?? 0)
  const moved = new Map(before?.moved)
  for (const { product_id, moved: units } of later.sums) moved.set(product_id, (moved.get(product_id) ?? 0) + units)
  const rows: BookRow[] = []
  for (const product of await listStock(db)) {
    // A movement may be committed after one with a greater number, so sums of before are not enough to speak of a difference.
    if (before && product.stock !== (moved.get(product.id) ?? 0))
      moved.set(product.id, await sumMovementsOf(db, product.id))
    const expected = moved.get(product.id) ?? 0
    if (product.stock !== expected) rows.push(wrongStock(product, expected))
  }
  return { rows, moved: [...moved], upTo: later.last }
}

function wrongStock({ id, name, stock }: { id: number; name: string; stock: number }, expected: number): BookRow {
  return {
    law: 'stock',
    subject: `product:${id}`,
    found: stock,
    expected,
    words: `${name}: the stock is ${stock}, but its movements add up to ${expected}.`,
  }
}
