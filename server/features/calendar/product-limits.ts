import { farmDayOf } from '#contract/farm-time.ts'
import { isInSeason, type Season, seasonOf } from '#contract/season.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

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

export type ShortLine = { name: string; left: number; season?: Season | null }

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

/** The farm's day, as YYYY-MM-DD: what is ordered for no market day is brought about now. */
export async function readToday(db: Db, at: Date): Promise<string> {
  return farmDayOf(at.toISOString(), await readTimeZone(db)).toString()
}
