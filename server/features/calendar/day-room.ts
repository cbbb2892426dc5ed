import { sql } from 'kysely'
import { NOT_OPEN_YET } from '#contract/calendar/day-text.ts'
import { NO_PLACE } from '#contract/calendar/delivery.ts'
import { isPlural } from '#contract/chat/word-forms.ts'
import type { OverLimit } from '#contract/orders/order-changes.ts'
import { formatLongDay, formatMonthDay } from '#contract/time/date-format.ts'
import { formatSeason, isInSeason, type Season, seasonOf } from '#contract/time/season.ts'
import { Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
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
  return Number(boxes)
}

/** A product with a daily limit or season. A quoted line has no season: its day is settled. */
export type LimitedLine = {
  productId: number
  name: string
  quantity: number
  season?: Season | null
}

type ShortLine = { name: string; left: number; season?: Season | null }

export async function findShortDays(
  db: Db,
  days: readonly { id: number; day: string }[],
  lines: readonly LimitedLine[],
): Promise<Map<number, ShortLine>> {
  const short = new Map<number, ShortLine>()
  if (days.length === 0 || lines.length === 0) return short
  for (const { id, day } of days) {
    const line = findOutOfSeason(lines, day)
    if (line) short.set(id, line)
  }
  const limits = await listLimits(
    db,
    days.map(({ id }) => id),
    lines,
  )
  for (const { market_day_id: id, product_id, most, taken } of limits) {
    const line = lines.find(({ productId }) => productId === product_id)
    const left = Math.max(0, most - taken)
    if (line && left < line.quantity && !short.has(id)) short.set(id, { name: line.name, left })
  }
  return short
}

export function findOutOfSeason(lines: readonly LimitedLine[], day: string): ShortLine | undefined {
  const line = lines.find(({ season }) => season && !isInSeason(day, season))
  return line && { name: line.name, left: 0, season: line.season ?? null }
}

export async function isOverLimit(
  db: Db,
  day: { id: number },
  lines: readonly LimitedLine[],
): Promise<boolean> {
  if (lines.length === 0) return false
  return (await listLimits(db, [day.id], lines)).some(({ most, taken }) => taken > most)
}

export function listLimits(db: Db, dayIds: readonly number[], lines: readonly LimitedLine[]) {
  return db
    .selectFrom('day_limits')
    .selectAll()
    .where('market_day_id', 'in', dayIds)
    .where(
      'product_id',
      'in',
      lines.map(({ productId }) => productId),
    )
    .orderBy('product_id')
    .execute()
}

export async function overLimitsOf(
  db: Db,
  dayId: number,
  orderIds: readonly number[],
): Promise<OverLimit[]> {
  if (orderIds.length === 0) return []
  const lines = await db
    .selectFrom('order_items')
    .select(['product_id as productId', (row) => row.fn.max('name').as('name')])
    .select((row) => row.fn.sum<number>(STANDING_UNITS).as('quantity'))
    .where('order_id', 'in', orderIds)
    .groupBy('product_id')
    .execute()
  if (lines.length === 0) return []
  const limits = await listLimits(db, [dayId], lines)
  return limits.flatMap(({ product_id, most, taken }) => {
    const line = lines.find(({ productId }) => productId === product_id)
    const units = taken + Number(line?.quantity ?? 0)
    return line && units > most ? [{ name: line.name, units, most }] : []
  })
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
  return new Refusal('invalid', NO_PLACE, { field: 'orderData.pickupLocation' })
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

export function soldOutForDay(
  { name, left, season }: { name: string; left: number; season?: Season | null },
  { day }: Pick<OpenDay, 'day'>,
  next: Pick<OpenDay, 'day'> | undefined,
): Refusal {
  const when = formatLongDay(day)
  const is = isPlural(name) ? 'are' : 'is'
  const message = season
    ? `${name} ${is} in season from ${formatSeason(season)}, not on ${when}.`
    : left > 0
      ? `Only ${left} left of ${name} for ${when}.`
      : `${name} ${is} sold out for ${when}.`
  const advice = next ? ` The next day with enough is ${formatLongDay(next.day)}.` : ''
  return new Refusal('sold-out', message + advice, { field: 'orderData.day' })
}

export type Hours = { opens: string; closes: string; orderDays: number; orderTime: string }

/** @throws Refusal 'invalid' for impossible hours */
export function checkHours({ opens, closes, orderDays, orderTime }: Hours): void {
  if (opens >= closes) throw refused('closes', 'It must close after it opens.')
  if (orderDays === 0 && orderTime > closes)
    throw refused('orderTime', 'The order cutoff must be before closing time.')
}

export function refused(field: string, message: string): Refusal {
  return new Refusal('invalid', message, { field })
}
