import { farmDayOf } from '#contract/farm-time.ts'
import { isInSeason, type Season, seasonOf } from '#contract/season.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

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
