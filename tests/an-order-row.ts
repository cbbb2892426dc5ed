import type { Insertable } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import type { Tables } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { AShop } from './a-shop.ts'

type OrderRow = Insertable<Tables['orders']>
export type Line = Pick<Insertable<Tables['order_items']>, 'product_id' | 'quantity' | 'returned'>

/**
 * An unpaid order that took no stock, straight into the tables, for code that only reads orders.
 */
export async function insertOrder(
  { db }: Pick<AShop, 'db'>,
  given: Partial<OrderRow>,
  lines: readonly Line[] = [],
): Promise<number> {
  return write(db, async (tx) => {
    const row = { ...ORDER, ...given, receipt_secret: crypto.randomUUID() }
    const day = await tx
      .selectFrom('market_days')
      .innerJoin('places', 'places.id', 'place_id')
      .select('market_days.id')
      .where('key', '=', row.pickup_location ?? '')
      .where('day', '=', row.pickup_date ?? '')
      .executeTakeFirst()
    const order = tx.insertInto('orders').values({ market_day_id: day?.id ?? null, ...row })
    const { id } = await order.returning('id').executeTakeFirstOrThrow()
    const items = lines.map((line) => ({
      ...line,
      order_id: id,
      name: 'Farm Eggs',
      category: 'Farm Eggs',
      unit_cents: 500 as Cents,
    }))
    if (items.length > 0) await tx.insertInto('order_items').values(items).execute()
    return id
  })
}

export const ORDER: Omit<OrderRow, 'receipt_secret'> = {
  checkout_key: null,
  body_hash: '',
  visitor_hash: null,
  status: 'pending',
  stock_taken: true,
  subtotal_cents: 2000 as Cents,
  delivery_cents: 0 as Cents,
  total_cents: 2000 as Cents,
  customer_name: 'Ada Miller',
  customer_email: 'ada@example.com',
  customer_phone: null,
  delivery_method: 'pickup',
  shipping_address: null,
  pickup_location: 'farmers_market',
  pickup_date: '2026-11-21',
  notes: null,
  created_at: '2026-11-18T18:00:00.000Z',
  disputed_at: null,
}
