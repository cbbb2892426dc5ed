import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aProduct, aShop } from './a-shop.ts'
import { ORDER } from './an-order-row.ts'

/**
 * The shop in a phone's stored notes, Saturday, November 21: eggs, ham at $2.00/lb, and two orders
 * without a card for a dozen eggs and one ham each.
 */
export async function aShopOfNotes(options: Parameters<typeof aShop>[0] = {}) {
  const shop = await aShop({ now: '2026-11-21T17:00:00.000Z', ...options })
  const day = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await day.where('place_id', '=', 1).executeTakeFirstOrThrow()
  return { shop, dayId, ...(await stock(shop, dayId)) }
}

async function stock({ db }: AShop, market_day_id: number) {
  const weigh = { weighUnit: 'lb', weighPrice: 200 as Cents, weighTo: 4000 } as const
  const eggs = await aProduct(db, { name: 'Eggs', price: 500, stock: 20 })
  const ham = await aProduct(db, { name: 'Ham', price: 800, stock: 20, ...weigh })
  const orders: number[] = []
  for (const receipt_secret of ['secret-of-the-first-1', 'secret-of-the-second']) {
    const money = { payment_method: 'other' as const, total_cents: 1300 as Cents }
    const row = { ...ORDER, ...money, subtotal_cents: money.total_cents, market_day_id }
    orders.push(
      await write(db, async (tx) => {
        const order = tx.insertInto('orders').values({ ...row, receipt_secret })
        const { id } = await order.returning('id').executeTakeFirstOrThrow()
        const line = { order_id: id, quantity: 1, category: 'Farm Eggs' }
        const byWeight = { weigh_unit: 'lb', weigh_cents: 200 as Cents, weigh_to: 4000 } as const
        const lines = [
          { ...line, product_id: eggs.id, name: 'Eggs', unit_cents: 500 as Cents },
          { ...line, ...byWeight, product_id: ham.id, name: 'Ham', unit_cents: 800 as Cents },
        ]
        for (const one of lines) await tx.insertInto('order_items').values(one).execute()
        return id
      }),
    )
  }
  return { eggsId: eggs.id, hamId: ham.id, orders }
}
