import type { StallCommand } from '#contract/market/commands.ts'
import type { DayWithPlace } from '#server/features/calendar/find-day.ts'

const HALF_A_DAY = 12 * 60 * 60_000

/**
 * When it happened, as is shown and added up by days: as the phone says, within half a day of the
 * market; a clock that is further off says nothing.
 */
export function timeOf({ madeAt }: StallCommand, { opens_at, closes_at }: DayWithPlace): Date {
  const [made, opens, closes] = [madeAt, opens_at, closes_at].map((time) => Date.parse(time))
  if (made === undefined || opens === undefined || closes === undefined) return new Date(closes_at)
  const isNear = made >= opens - HALF_A_DAY && made <= closes + HALF_A_DAY
  return new Date(isNear ? made : closes)
}
