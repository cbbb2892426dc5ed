import { farmDayOf } from '#contract/time/farm-time.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

const DAYS_BACK = 14

/** A day of pickup that has begun, by the calendar. @throws Refusal 'not-found', 'invalid' */
export async function checkDayOfSale(db: Db, id: number | null, at: Date): Promise<void> {
  if (id === null) return
  const day = await requireDay(db, id)
  const today = farmDayOf(at.toISOString(), await readTimeZone(db)).toString()
  if (day.place.kind === 'pickup' && day.day <= today) return
  const message =
    day.place.kind === 'pickup'
      ? 'That market day is still to come.'
      : 'Nothing is sold or counted on a delivery day.'
  throw new Refusal('invalid', message, { field: 'marketDayId' })
}

/** Today and the market days that a sale may be of, the latest first; those of one day as places are listed. */
export async function listDaysOfSales(db: Db, at: Date) {
  const today = farmDayOf(at.toISOString(), await readTimeZone(db))
  const span = { from: today.subtract({ days: DAYS_BACK }), until: today }
  return { today: today.toString(), marketDays: await listPickupDays(db, span) }
}

/** A truck is loaded so many days ahead at most. */
export const DAYS_AHEAD = 7

/** The days of pickup to come that a truck may be loaded for by now. */
export async function listTruckDays(db: Db, at: Date) {
  const today = farmDayOf(at.toISOString(), await readTimeZone(db))
  const span = { from: today.add({ days: 1 }), until: today.add({ days: DAYS_AHEAD }) }
  return listPickupDays(db, span)
}

type Span = { from: Temporal.PlainDate; until: Temporal.PlainDate }

function listPickupDays(db: Db, { from, until }: Span) {
  return db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'places.name as placeName'])
    .where('places.kind', '=', 'pickup')
    .where('market_days.state', '=', 'open')
    .where('market_days.day', '>=', from.toString())
    .where('market_days.day', '<=', until.toString())
    .orderBy('market_days.day', 'desc')
    .orderBy('places.position')
    .execute()
}
