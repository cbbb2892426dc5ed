import type { Db, Emit } from '#server/db/write.ts'
import { lockCalendar, type MarketDay } from './calendar-queries.ts'
import { fillDaysInside, isFree, lockDays, RAISED } from './fill-days.ts'
import { isPossible, planDay } from './plan-days.ts'
import { orderEndOf } from './show-calendar.ts'

type ClockChange = {
  from: string
  to: string
  at: Date
}

/** Days keep their wall-clock times; those with orders keep the instants buyers were told. */
export async function changeTimeZone(tx: Db, emit: Emit, change: ClockChange): Promise<void> {
  await lockCalendar(tx)
  await retimeDaysByHand(tx, change)
  await fillDaysInside(tx, emit, change.at)
}

async function retimeDaysByHand(tx: Db, { from, to, at }: ClockChange): Promise<void> {
  const coming = tx.selectFrom('market_days').selectAll()
  const days = await coming.where('closes_at', '>', at.toISOString()).execute()
  const byHand = days.filter((day) => day.by_hand)
  await lockDays(tx, byHand)
  for (const day of byHand) {
    const times = timesBy(day, from, to)
    if (isPossible(times))
      await tx
        .updateTable('market_days')
        .set({ ...times, ...RAISED })
        .where('id', '=', day.id)
        .where(isFree)
        .execute()
  }
}

function timesBy(day: MarketDay, from: string, to: string) {
  const { orderDays: order_days, orderTime: order_time } = orderEndOf(day, from)
  const date = Temporal.PlainDate.from(day.day)
  const { opens_at, closes_at, order_until } = planDay({ ...day, order_days, order_time }, date, to)
  return { opens_at, closes_at, order_until }
}
