import { sql } from 'kysely'
import { isInSeason, type Season, seasonOf } from '#contract/time/season.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/db/tables.ts'

/** Ordering that began in time may be finished this much later, in milliseconds. */
export const GRACE = 30 * 60_000

type Outcome = 'taken' | 'full' | 'closed'

/**
 * Takes room on a market day for an order that was just inserted. Reading the day after the insert
 * is what counts: whoever sets a capacity locks the day, which waits for orders that refer to it,
 * and counts them after.
 */
export async function takeRoom(tx: Db, marketDayId: number): Promise<Outcome> {
  const [day] = (await selectRoom(tx, { marketDayId })).rows
  if (day?.state !== 'open') return 'closed'
  if (day.capacity === null) return 'taken'
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
 * Gives the room of an order back that is cancelled, or leaves the day. The row is written where any
 * number may order as well: whoever sets a capacity at that moment waits, and counts what stands.
 */
export async function leaveRoom(tx: Db, marketDayId: number | null): Promise<void> {
  if (marketDayId === null) return
  await tx
    .updateTable('market_days')
    .set({ taken: sql`case when capacity is null then taken else taken - 1 end` })
    .where('id', '=', marketDayId)
    .execute()
}

/**
 * Takes room for the farmer, who may exceed the capacity, which then grows; written in any case, as
 * above.
 */
export async function makeRoomFor(tx: Db, marketDayId: number | null): Promise<void> {
  if (marketDayId === null) return
  await tx
    .updateTable('market_days')
    .set({
      taken: sql`case when capacity is null then taken else taken + 1 end`,
      capacity: sql`case when capacity < taken + 1 then taken + 1 else capacity end`,
    })
    .where('id', '=', marketDayId)
    .execute()
}

/**
 * Locks a day against new orders until the transaction ends; answers how many of its orders are not
 * cancelled.
 */
export async function lockDay(tx: Db, marketDayId: number): Promise<number> {
  await tx
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', marketDayId)
    .forUpdate()
    .executeTakeFirst()
  return countOrders(tx, marketDayId)
}

async function countOrders(db: Db, marketDayId: number): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where('market_day_id', '=', marketDayId)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return Number(orders)
}

/**
 * A line of a product of which days take at most so many, or which is not in season on every one: a
 * line that was quoted once says no season, as its day stands.
 */
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
