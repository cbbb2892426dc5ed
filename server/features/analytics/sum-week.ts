import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { WeekStep } from '#contract/today.ts'
import type { Db } from '#server/db/tables.ts'
import { totalOf } from './period-money.ts'
import { readMoves } from './read-period.ts'

/** What a day's week brought in, and the week before it, as Money and the bookkeeper's file say it. */
export async function sumWeek(
  db: Db,
  day: string,
  context: { now: Date; livemode: boolean },
): Promise<NonNullable<WeekStep['money']>> {
  const date = Temporal.PlainDate.from(day)
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const week = (weeks: number) => {
    const first = monday.subtract({ days: 7 * weeks })
    return { from: first.toString(), to: first.add({ days: 6 }).toString() }
  }
  const sum = async (weeks: number) =>
    dollarsOf(totalOf((await readMoves(db, { query: week(weeks), ...context })).moves))
  return { ...week(0), amount: await sum(0), weekBefore: await sum(1) }
}
