import { sql } from 'kysely'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { insertOrder, type Line } from '../an-order-row.ts'
import { paymentRow } from '../many-orders.ts'
import type { AnOpenShop } from './an-open-shop.ts'

const NAMES = [
  ...['Ada Miller', 'Ben Cole', 'Cora Dale', 'Dee Ortiz', 'Ed Fox', 'Fay Hill', 'Gus Bauer'],
  ...['Hana Ito', 'Ivy Stone', 'Jo Whitehorse', 'Kim Longlastname-Featherstonehaugh', 'Lou Park'],
  ...['Mae Brown', 'Ned Olsen', 'Ola Swift', 'Pat Greene', 'Quinn Ray', 'Rosa Vega', 'Sam Till'],
]

const STREETS = ['12 River St', '5 River St', '7 Oak Ave', '1 Pine Rd', '27 Cold Brook Road']

/** Every second order has a note, one of them long. */
const NOTES = [
  'Please no plastic bag.',
  null,
  'I may be late: my shift ends at half past ten. If I am not there by noon, please give the box to my neighbor Rosa, who picks up her own order at the same time, and I will settle with her.',
  null,
]

const WHOLE_DAY = { farmers_market: 20, farm_store: 9, delivery: 4 }

/** For work that grows with each order. */
export const SMALL_DAY = { farmers_market: 4, farm_store: 2, delivery: 1 }

type Place = keyof typeof WHOLE_DAY

const created_at = '2026-11-18T18:00:00.000Z'

const UNPAID = 9

/**
 * A market day of 33 orders; returns the day. The second order has the first one's name, the third
 * is a gift someone else picks up, the fourth has a returned line.
 */
export async function aMarketDay(
  shop: Pick<AnOpenShop, 'db'>,
  orders = WHOLE_DAY,
): Promise<string> {
  const { day, ids } = await marketDays(shop)
  const products = await shop.db.selectFrom('products').select('id').orderBy('id').execute()
  const paid: number[] = []
  let number = 0
  for (const place of ['farmers_market', 'farm_store', 'delivery'] as const)
    for (let count = 0; count < orders[place]; count++) {
      const lines = Array.from({ length: 1 + (number % 5) }, (_, index): Line => {
        const product = products[(number * 3 + index * 5) % products.length]
        return { product_id: product?.id ?? 1, quantity: 1 + ((number + index) % 4), returned: 0 }
      })
      if (number === 3 && lines[0]) lines[0] = { ...lines[0], quantity: 4, returned: 3 }
      const id = await insertOrder(shop, orderOf(number, { place, day, id: ids[place] }), lines)
      if (number !== UNPAID) paid.push(id)
      number += 1
    }
  await write(shop.db, async (tx) => {
    const payments = paid.map((id) => paymentRow(id, { total_cents: 2000 as Cents, created_at }))
    await tx.insertInto('payments').values(payments).execute()
    await sql`update order_items set name =
      (select name from products where products.id = order_items.product_id)`.execute(tx)
  })
  return day
}

function orderOf(number: number, at: { place: Place; day: string; id: number }) {
  const isPickup = at.place !== 'delivery'
  const to = { address: STREETS[number % STREETS.length], city: 'Hot Springs', state: 'SD' }
  return {
    market_day_id: at.id,
    customer_name: NAMES[number === 1 ? 0 : number % NAMES.length] ?? '',
    customer_phone: `605 555 01${String(number).padStart(2, '0')}`,
    notes: NOTES[number % NOTES.length] ?? null,
    farm_note: number % 11 === 5 ? 'Rings twice. Owes us two egg cartons.' : null,
    ...(number === 2 ? { pickup_name: 'Theodora Winterbottom', is_gift: true } : {}),
    boxes: number % 7 === 6 ? 2 : 1,
    delivery_method: isPickup ? ('pickup' as const) : ('shipping' as const),
    pickup_location: isPickup ? at.place : null,
    pickup_date: isPickup ? at.day : null,
    shipping_address: isPickup ? null : JSON.stringify({ ...to, zipCode: '57747' }),
  }
}

async function marketDays({
  db,
}: Pick<AnOpenShop, 'db'>): Promise<{ day: string; ids: Record<Place, number> }> {
  const rows = await db
    .selectFrom('market_days')
    .selectAll()
    .where('day', '>=', new Date().toISOString().slice(0, 10))
    .where('place_id', 'in', [1, 2])
    .orderBy('day')
    .orderBy('place_id')
    .limit(2)
    .execute()
  const [market, store] = rows
  if (!market || !store) throw new Error('There is no market day.')
  const { id: _, ...like } = market
  const delivery = await write(db, (tx) =>
    tx
      .insertInto('market_days')
      .values({ ...like, place_id: 3, rule_id: null, by_hand: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return {
    day: market.day,
    ids: { farmers_market: market.id, farm_store: store.id, delivery: delivery.id },
  }
}
