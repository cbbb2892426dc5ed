import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { startOfFarmDay } from '#contract/farm-time.ts'
import type { OrderFilter } from '#contract/order-filter.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

export async function conditionsOfDays(
  db: Db,
  { orderedFrom, orderedUntil }: OrderFilter,
): Promise<RawBuilder<SqlBool>[]> {
  if (!orderedFrom && !orderedUntil) return []
  const timeZone = await readTimeZone(db)
  const startOf = (day: string) => startOfFarmDay(day, timeZone)
  return [
    ...(orderedFrom ? [sql<SqlBool>`created_at >= ${startOf(orderedFrom)}`] : []),
    ...(orderedUntil ? [sql<SqlBool>`created_at < ${startOf(dayAfter(orderedUntil))}`] : []),
  ]
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}
