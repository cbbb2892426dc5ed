import { z } from 'zod/mini'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { typedNumber } from '../text/typed-numbers.ts'

export const yesOrNo = z.pipe(
  z.union([z.boolean(), z.string()], 'Please write yes or no.'),
  z.transform((value, context): boolean => {
    if (typeof value === 'boolean') return value
    const folded = value.trim().toLowerCase()
    if (!['yes', 'no', 'true', 'false', ''].includes(folded))
      context.issues.push({ code: 'custom', message: 'Please write yes or no.', input: value })
    return folded === 'yes' || folded === 'true'
  }),
)

/** Mail goes out at this many left or fewer; empty: never. */
export const lowLimit = z.pipe(
  z.nullable(z.union([z.number(), z.string()], 'The limit must be a whole number.')),
  z.transform((value, context): number | null => {
    if (value === null || (typeof value === 'string' && value.trim() === '')) return null
    const units = typeof value === 'number' ? value : typedNumber(value)
    if (!Number.isInteger(units) || units < 0 || units > MAX_UNITS)
      context.issues.push({ code: 'custom', message: WRONG_LIMIT, input: value })
    return units
  }),
)
const WRONG_LIMIT = 'The limit must be a whole number from 0 to 100,000.'
