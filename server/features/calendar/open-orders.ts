import type { UnsettledDay } from '#contract/calendar/market-day-changes.ts'
import { ORDER_STATUS, ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Db } from '#server/db/write.ts'

const OPEN_STATUSES = ORDER_STATUSES.filter(
  (status) => status !== 'cancelled' && !ORDER_STATUS[status].hasLeft,
)

export function openOrders(db: Db) {
  return db
    .selectFrom('orders')
    .where('orders.status', 'in', OPEN_STATUSES)
    .where('orders.collected_at', 'is', null)
}

export async function listUnsettledDays(db: Db): Promise<UnsettledDay[]> {
  const rows = await openOrders(db)
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'customer_name as customerName', 'customer_phone as customerPhone'])
    .select(['market_days.id as dayId', 'market_days.day', 'market_days.opens_at as opensAt'])
    .select('places.name as placeName')
    .where('market_days.state', '=', 'closed')
    .where('orders.settled_at', 'is', null)
    .orderBy('market_days.opens_at')
    .orderBy('orders.id')
    .execute()
  return [...Map.groupBy(rows, ({ dayId }) => dayId).values()].flatMap((orders) => {
    const [first] = orders
    if (!first) return []
    const { dayId: id, day, placeName, opensAt } = first
    return [{ id, day, placeName, opensAt, orders }]
  })
}
