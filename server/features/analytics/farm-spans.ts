import { type RawBuilder, sql } from 'kysely'
import { startOfFarmDay } from '#contract/time/farm-time.ts'
import type { Span } from './period-days.ts'

/** A farm day with its start and end instants. */
export type FarmSpan = { day: string; begins: string; ends: string }

export function farmSpans({ from, to }: Span, timeZone: string): FarmSpan[] {
  const spans: FarmSpan[] = []
  let begins = startOfFarmDay(from, timeZone)
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; ) {
    const next = day.add({ days: 1 })
    const ends = startOfFarmDay(next.toString(), timeZone)
    spans.push({ day: day.toString(), begins, ends })
    begins = ends
    day = next
  }
  return spans
}

export function spanRows(spans: readonly FarmSpan[]): RawBuilder<unknown> {
  return sql.join(spans.map(({ day, begins, ends }) => sql`(${day}, ${begins}, ${ends})`))
}
