import type { WeekStep } from '#contract/today.ts'
import type { Db } from '#server/db/write.ts'
import { readWeeks } from './read-period.ts'

/** What a day's week and the one before brought in, as in Money and the bookkeeper's file. */
export async function sumWeek(
  db: Db,
  day: string,
  context: { now: Date; livemode: boolean },
): Promise<NonNullable<WeekStep['money']>> {
  const [before, week] = await readWeeks(db, { ...context, day, many: 2 })
  const from = week?.from ?? day
  const to = Temporal.PlainDate.from(from).add({ days: 6 }).toString()
  return { from, to, amount: week?.total ?? 0, weekBefore: before?.total ?? 0 }
}
