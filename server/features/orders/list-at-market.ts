import { STALL_GRANT_MS } from '#contract/market/stall.ts'
import type { AtMarket } from '#contract/orders/desk-orders.ts'
import { isAheadIn } from '#server/core/due.ts'
import { TO_PACK } from '#server/db/order-statuses.ts'
import type { Db } from '#server/db/write.ts'
import { listUnheardPhones } from '#server/features/calendar/phones-of-day.ts'

export async function listAtMarket(db: Db, ids: readonly number[], at: Date): Promise<AtMarket[]> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'market_day_id'])
    .where('id', 'in', ids)
    .where('status', 'in', TO_PACK)
    .where('collected_at', 'is', null)
    .where('market_day_id', 'is not', null)
    .orderBy('id')
    .execute()
  const dayIds = [...new Set(orders.flatMap(({ market_day_id }) => market_day_id ?? []))]
  const living = await listLiving(db, at)
  const phones = (await listUnheardPhones(db, dayIds)).filter(({ id }) => living.has(id))
  return orders.flatMap(({ id, market_day_id }) => {
    const own = phones.filter(({ dayId }) => dayId === market_day_id)
    return own.length === 0
      ? []
      : [{ id, phones: own.map(({ label, heardAt }) => ({ label, heardAt })) }]
  })
}

async function listLiving(db: Db, at: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stall_grants')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_grants.phone_id')
    .select('phone_id')
    .where('ended_at', 'is', null)
    .where(isAheadIn('ends_at', at, 2 * STALL_GRANT_MS))
    .where('stall_phones.lost_at', 'is', null)
    .execute()
  return new Set(rows.map(({ phone_id }) => phone_id))
}
