import { sql } from 'kysely'
import { NOT_OPEN_YET } from '#contract/calendar/day-text.ts'
import { NO_PLACE } from '#contract/calendar/delivery.ts'
import { formatLongDay, formatMonthDay } from '#contract/time/date-format.ts'
import { isInSeason, type Season, seasonOf } from '#contract/time/season.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import type { OpenDay, PlaceWithDays } from './calendar-queries.ts'

/** How late an order begun in time may still be finished, in milliseconds. */
export const GRACE = 30 * 60_000

type Outcome = 'taken' | 'full' | 'closed'

/**
 * Takes room; goods added to an order share its box. Read the day after inserting the order:
 * whoever sets a capacity locks the day, waits for orders that reference it, then counts them.
 */
export async function takeRoom(tx: Db, marketDayId: number, isAdded = false): Promise<Outcome> {
  const [day] = (await selectRoom(tx, { marketDayId })).rows
  if (day?.state !== 'open') return 'closed'
  if (day.capacity === null || isAdded) return 'taken'
  const taken = await tx
    .updateTable('market_days')
    .set({ taken: sql`taken + 1` })
    .where('id', '=', marketDayId)
    .where('state', '=', 'open')
    .whereRef('taken', '<', 'capacity')
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? 'taken' : 'full'
}

const selectRoom = prepared((tx, { marketDayId }: { marketDayId: number }) =>
  tx.selectFrom('market_days').select(['state', 'capacity']).where('id', '=', marketDayId),
)

/**
 * Recounts a day's boxes after an order left or the farmer added one, who may overfill it. Writes
 * the row even without a capacity, so that anyone setting one waits and counts this order.
 */
export async function recountRoom(tx: Db, marketDayId: number | null): Promise<void> {
  if (marketDayId === null) return
  const day = tx.updateTable('market_days').where('id', '=', marketDayId)
  // Takes the row lock before counting.
  await day.set((row) => ({ taken: row.ref('taken') })).execute()
  const boxes = await countBoxes(tx, marketDayId)
  await day
    .set({
      taken: sql`case when capacity is null then taken else ${boxes} end`,
      capacity: sql`case when capacity < ${boxes} then ${boxes} else capacity end`,
    })
    .execute()
}

/** Locks a day against new orders until the transaction ends; returns how many boxes it has. */
export async function lockDay(tx: Db, marketDayId: number): Promise<number> {
  await tx
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', marketDayId)
    .forUpdate()
    .executeTakeFirst()
  return countBoxes(tx, marketDayId)
}

/** An order and what was added to it share one box on each day any of them is for. */
export const BOXES = sql<number>`count(distinct coalesce(orders.added_to, orders.id))`

async function countBoxes(db: Db, marketDayId: number): Promise<number> {
  const { boxes } = await db
    .selectFrom('orders')
    .select(BOXES.as('boxes'))
    .where('market_day_id', '=', marketDayId)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return boxes
}

type SeasonRow = { season_from: string | null; season_until: string | null }

export function seasonOfRow({ season_from, season_until }: SeasonRow): Season | null {
  return seasonOf({ seasonFrom: season_from, seasonUntil: season_until })
}

export async function listSeasons(
  db: Db,
  productIds: readonly number[],
): Promise<Map<number, Season>> {
  const rows = await selectSeasons(db).where('id', 'in', productIds).execute()
  return new Map(rows.flatMap((row) => pairOf(row)))
}

export async function listOutOfSeason(db: Db, day: string): Promise<number[]> {
  const rows = await selectSeasons(db).where('archived_at', 'is', null).orderBy('id').execute()
  return rows
    .flatMap((row) => pairOf(row))
    .flatMap(([id, season]) => (isInSeason(day, season) ? [] : [id]))
}

function selectSeasons(db: Db) {
  const rows = db.selectFrom('products').select(['id', 'season_from', 'season_until'])
  return rows.where('season_from', 'is not', null)
}

function pairOf(row: SeasonRow & { id: number }): [number, Season][] {
  const season = seasonOfRow(row)
  return season ? [[row.id, season]] : []
}

export async function placeClosed(
  db: Db,
  { name, kind }: { name: string; kind: PlaceKind },
): Promise<Refusal> {
  const open = await db
    .selectFrom('places')
    .select('name')
    .where('kind', '=', kind)
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
  const others = open.map((place) => place.name).join(', ')
  return new Refusal(
    'place-closed',
    `${name} no longer takes orders. ${others ? `Please choose one of these: ${others}.` : 'Please call us.'}`,
    { field: 'orderData.pickupLocation' },
  )
}

export async function noSuchPlace(db: Db): Promise<Refusal> {
  const any = await db.selectFrom('places').select('id').limit(1).executeTakeFirst()
  if (!any) return notOpenYet()
  return invalidField('orderData.pickupLocation', NO_PLACE)
}

export function notOpenYet(): Refusal {
  return new Refusal('place-closed', `${NOT_OPEN_YET}.`)
}

export function noSuchDay({
  place,
  days,
  withRoom,
  named,
  opensAgain,
}: Pick<PlaceWithDays, 'place' | 'days'> & {
  withRoom: OpenDay[]
  named: string | null
  /** YYYY-MM-DD, when there is no day to order for now. */
  opensAgain: string | null
}): Refusal {
  const [next] = withRoom
  const advice = next
    ? `The next day with room is ${formatLongDay(next.day)}.`
    : opensAgain
      ? `We open again on ${formatMonthDay(opensAgain)}.`
      : `Please choose ${place.kind === 'delivery' ? 'pickup' : 'another place'} or call us.`
  const full = days.find(({ day }) => named === null || day === named)
  const field = { field: 'orderData.day' }
  if (full)
    return new Refusal(
      'day-full',
      `${place.name} is full for ${formatLongDay(full.day)}. ${advice}`,
      field,
    )
  if (named === null)
    return new Refusal(
      'place-closed',
      `${place.name} has no days open for orders right now. ${advice}`,
    )
  return new Refusal(
    'day-closed',
    `Ordering for ${formatLongDay(named)} at ${place.name} has ended. ${advice}`,
    field,
  )
}
