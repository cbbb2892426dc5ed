import { isPlural } from '#contract/chat/word-forms.ts'
import type { OverLimit } from '#contract/orders/order-changes.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { formatSeason, isInSeason, type Season } from '#contract/time/season.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import type { OpenDay } from './calendar-queries.ts'

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
  const lines = await db
    .selectFrom('order_items')
    .select(['product_id as productId', (row) => row.fn.max('name').as('name')])
    .select((row) => row.fn.sum<number>(STANDING_UNITS).as('quantity'))
    .where('order_id', 'in', orderIds)
    .groupBy('product_id')
    .execute()
  const limits = await listLimits(db, [dayId], lines)
  return limits.flatMap(({ product_id, most, taken }) => {
    const line = lines.find(({ productId }) => productId === product_id)
    const units = taken + (line?.quantity ?? 0)
    return line && units > most ? [{ name: line.name, units, most }] : []
  })
}

/** Checks lines just saved against a day's limits. @throws Refusal 'sold-out' */
export async function requireUnderLimit(
  tx: Db,
  dayId: number,
  lines: readonly LimitedLine[],
): Promise<void> {
  if (lines.length === 0) return
  const limits = await listLimits(tx, [dayId], lines)
  const over = limits.find(({ most, taken }) => taken > most)
  const line = lines.find(({ productId }) => productId === over?.product_id)
  if (!over || !line) return
  const left = Math.max(0, over.most - over.taken + line.quantity)
  const days = tx.selectFrom('market_days').select('day').where('id', '=', dayId)
  throw soldOutForDay({ name: line.name, left }, await days.executeTakeFirstOrThrow())
}

export function soldOutForDay(
  { name, left, season }: { name: string; left: number; season?: Season | null },
  { day }: Pick<OpenDay, 'day'>,
  next?: Pick<OpenDay, 'day'>,
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
