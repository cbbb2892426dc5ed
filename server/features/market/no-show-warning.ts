import { formatDay } from '#contract/date-format.ts'
import type { Db } from '#server/db/tables.ts'
import type { DayWithPlace } from '#server/features/calendar/find-day.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'

/**
 * What the farmer had decided when a give arrives of an order that nobody had come for, on the day of the give or,
 * where it was kept, on its own; null where nothing was, or it was only kept.
 */
export async function noShowWarning(
  db: Db,
  { id: orderId, market_day_id: ownDayId }: Pick<OrderRow, 'id' | 'market_day_id'>,
  day: Pick<DayWithPlace, 'id'> | null,
): Promise<string | null> {
  const days = [day?.id, ownDayId].filter((id) => typeof id === 'number')
  if (days.length === 0) return null
  const decided = await db
    .selectFrom('no_shows')
    .leftJoin('market_days', 'market_days.id', 'no_shows.to_day_id')
    .select(['decision', 'market_days.day'])
    .where('order_id', '=', orderId)
    .where('market_day_id', 'in', days)
    .orderBy('at', 'desc')
    .orderBy('no_shows.id', 'desc')
    .executeTakeFirst()
  if (!decided || decided.decision === 'keep') return null
  const done = {
    next_day: decided.day ? `moved to ${formatDay(decided.day)}` : 'moved to another day',
    give_away: 'given away',
    cancel: 'cancelled',
  }[decided.decision]
  return `#${orderId} was handed over at the market, but it looked as if nobody came for it, so it was ${done}.`
}
