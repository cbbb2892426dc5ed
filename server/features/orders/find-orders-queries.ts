import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { startOfFarmDay } from '#contract/farm-time.ts'
import type { OrderFilter, OrderPlace, OrderState } from '#contract/order-filter.ts'
import { wantedWords } from '#server/db/search-words.ts'
import type { Db } from '#server/db/tables.ts'

/** Where a page begins: after the last order of the one before. */
export type Place = { id: number; created_at: string }

export async function findPlace(db: Db, id: number): Promise<Place | null> {
  const row = db.selectFrom('orders').select(['id', 'created_at']).where('id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

/** The numbers of the orders of a filter, the newest first; only numbers, so that nothing else is read of what does not match. */
export async function listOrderIds(
  db: Db,
  wanted: { filter: OrderFilter; after: Place | null; most: number },
): Promise<number[]> {
  const { filter, after, most } = wanted
  let newest = db.selectFrom('orders').select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)
  for (const condition of conditionsOf(filter)) newest = newest.where(condition)
  if (after) newest = newest.where(sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`)
  return (await newest.execute()).map((row) => row.id)
}

type Condition = RawBuilder<SqlBool>

/** Conditions written out rather than bound are those of the partial indexes, which the databases know by their words. */
function conditionsOf({ text, status, place, pickupDate, orderedFrom, orderedUntil }: OrderFilter): Condition[] {
  return [
    ...(text ? conditionsOfText(text) : []),
    ...(status ? [conditionOfState(status)] : []),
    ...(place ? [conditionOfPlace(place)] : []),
    ...(pickupDate ? [sql<SqlBool>`pickup_date = ${pickupDate}`] : []),
    ...(orderedFrom ? [sql<SqlBool>`created_at >= ${startOfFarmDay(orderedFrom)}`] : []),
    ...(orderedUntil ? [sql<SqlBool>`created_at < ${startOfFarmDay(dayAfter(orderedUntil))}`] : []),
  ]
}

const LARGEST_ID = 2_147_483_647

function conditionsOfText(text: string): Condition[] {
  const number = /^#?(\d{1,10})$/.exec(text)
  if (number) return [sql<SqlBool>`id = ${Math.min(Number(number[1]), LARGEST_ID)}`]
  const words = wantedWords(text)
  if (words.length === 0) return [sql<SqlBool>`id = 0`]
  return words.map(
    ({ from, until }) =>
      sql<SqlBool>`id in (select order_id from order_words where word >= ${from} and word < ${until})`,
  )
}

function conditionOfState(state: OrderState): Condition {
  if (state === 'to-pack') return sql`status not in ('shipped', 'delivered', 'cancelled')`
  if (state === 'needs-attention')
    return sql`id in (
      select id from orders where disputed_at is not null
      union
      select payments.order_id from refunds join payments on payments.id = refunds.payment_id
      where refunds.state = 'failed'
    )`
  return sql`status = ${state}`
}

function conditionOfPlace(place: OrderPlace): Condition {
  return place === 'delivery' ? sql`delivery_method = 'shipping'` : sql`pickup_location = ${place}`
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}
