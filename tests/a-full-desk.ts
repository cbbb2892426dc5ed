import { sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { write } from '#server/db/write.ts'
import { hashPassword } from '#server/features/admin/passwords.ts'
import { createProduct } from '#server/features/products/edit-product.ts'
import { fillWithOrders } from './many-orders.ts'

const PRODUCTS = 1000
export const PASSWORD = 'seven brown hens'

/** Fills a shop with this many orders and closes it; the desk opens with the password. */
export async function fillDesk(dataDir: string, orders: number): Promise<void> {
  const { db, close } = await openDatabase({ dataDir, databaseUrl: null }, new Date())
  await setIfAbsent(db, 'admin_password_hash', await hashPassword(PASSWORD))
  const ids: number[] = []
  for (let number = 1; number <= PRODUCTS; number++) {
    const eggs = {
      description: 'Made up.',
      category: 'Farm Eggs' as const,
      price: 500 as Cents,
      imageUrl: null,
    }
    ids.push(
      (
        await createProduct(
          db,
          { ...eggs, name: `Product ${number}`, stock: number % 40 },
          new Date(),
        )
      ).id,
    )
  }
  await fillWithOrders(db, orders, new Date(), ids)
  await write(db, async (tx) => {
    for (const statement of BALANCE) await sql.raw(statement).execute(tx)
  })
  await close()
}

/**
 * Lines that add up to the subtotals, and movements for everything sold and brought in, so that the
 * books check finds nothing.
 */
const BALANCE = [
  `update order_items set quantity = 4 where order_id in (select order_id from order_items group by order_id having count(*) = 1)`,
  `insert into stock_movements (product_id, delta, reason, order_id, at)
    select product_id, -quantity, 'sold', order_id, orders.created_at from order_items join orders on orders.id = order_id`,
  `insert into stock_movements (product_id, delta, reason, at)
    select product_id, sum(quantity), 'adjusted', min(orders.created_at) from order_items join orders on orders.id = order_id group by product_id`,
]
