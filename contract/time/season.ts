import { z } from 'zod/mini'
import { calendarDay } from '../shapes.ts'
import { formatMonthDay, formatShortDay } from './date-format.ts'
import { readMonthDay } from './month-day.ts'

/** MM-DD, both ends included; may span the new year. */
export type Season = { from: string; until: string }

const NOT_A_MONTH_DAY = 'Please write a day of the year as MM-DD, such as 05-02.'

export const monthDay = z
  .string(NOT_A_MONTH_DAY)
  .check(z.refine((text) => z.safeParse(calendarDay, `2024-${text}`).success, NOT_A_MONTH_DAY))

/** A leap year has every MM-DD. */
const inLeapYear = (day: string) => `2024-${day}`

const NOT_A_DAY = 'Please write a day such as May 20.'

const seasonDay = z.pipe(
  z.nullable(z.string(NOT_A_DAY)),
  z.transform((text, context): string | null => {
    const read = text && readMonthDay(text)
    if (read && !z.safeParse(monthDay, read).success)
      context.issues.push({ code: 'custom', message: NOT_A_DAY, input: text })
    return read || null
  }),
)

export const seasonFields = {
  seasonFrom: z.optional(seasonDay),
  seasonUntil: z.optional(seasonDay),
}

export function isInSeason(day: string, { from, until }: Season): boolean {
  const date = day.slice(5)
  return from <= until ? from <= date && date <= until : from <= date || date <= until
}

export function formatSeason({ from, until }: Season): string {
  return `${formatMonthDay(inLeapYear(from))} to ${formatMonthDay(inLeapYear(until))}`
}

export function formatBack({ from }: Season): string {
  return `Back ${formatShortDay(inLeapYear(from))}`
}

type SeasonFields = {
  seasonFrom?: string | null | undefined
  seasonUntil?: string | null | undefined
}

/** Null for products sold all year. */
export function seasonOf({ seasonFrom: from, seasonUntil: until }: SeasonFields): Season | null {
  return from && until ? { from, until } : null
}

type Fault = { field: 'seasonFrom' | 'seasonUntil'; message: string }

export function seasonFaults({ seasonFrom, seasonUntil }: SeasonFields): Fault[] {
  if (!seasonFrom === !seasonUntil) return []
  const field = seasonFrom ? 'seasonUntil' : 'seasonFrom'
  return [{ field, message: 'A season needs its first and its last day.' }]
}
