import { type Erased, markOf } from '#server/db/erased-list.ts'
import type { Db } from '#server/db/tables.ts'
import { erasePerson } from './erase-queries.ts'

/** Erases once more whom a shop had erased that this one is an older copy of; answers of how many orders. */
export async function eraseAgain(tx: Db, erased: readonly Erased[]): Promise<number> {
  let count = 0
  for (const { order_id, mark, at } of erased) {
    const order = tx.selectFrom('orders').select(['receipt_secret', 'customer_email']).where('id', '=', order_id)
    const found = await order.executeTakeFirst()
    if (!found || found.customer_email === '' || markOf(found.receipt_secret) !== mark) continue
    await erasePerson(tx, order_id, at)
    count++
  }
  return count
}
