import type { Insertable } from 'kysely'
import { wordsOfOrder } from '#server/db/search-words.ts'
import type { Db, OrdersTable, PricedLine } from '#server/db/tables.ts'

export async function recordOrder(
  tx: Db,
  order: Insertable<OrdersTable>,
  lines: readonly PricedLine[],
): Promise<number> {
  const { id } = await tx.insertInto('orders').values(order).returning('id').executeTakeFirstOrThrow()
  const item = (line: PricedLine) => ({
    order_id: id,
    product_id: line.productId,
    name: line.name,
    quantity: line.quantity,
    unit_cents: line.unitCents,
  })
  await tx.insertInto('order_items').values(lines.map(item)).execute()
  const words = wordsOfOrder(order).map((word) => ({ word, order_id: id }))
  await tx.insertInto('order_words').values(words).execute()
  return id
}
