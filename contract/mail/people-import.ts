import { z } from 'zod/mini'

/** The longest list accepted at once, in bytes and rows. */
export const MAX_LIST = 2 * 1024 * 1024
export const MAX_IMPORTED = 5000

export const importOfPeople = z.strictObject({
  csv: z.string('Please choose a CSV file.').check(z.maxLength(MAX_LIST, 'At most 2 MB, please.')),
  apply: z.optional(z.boolean()),
  /** Identifies what was looked at. Sent back with `apply`, exactly that gets done. */
  plan: z.optional(z.string().check(z.maxLength(64))),
  skipRefused: z.optional(z.boolean()),
})

const importedPerson = z.object({
  /** As spreadsheets count: the heading is row 1. */
  row: z.int(),
  who: z.string(),
  /** `left-out`: nothing is wrong, but this person asked for no letters. */
  outcome: z.enum(['added', 'unsubscribed', 'unchanged', 'left-out', 'refused']),
  message: z.nullable(z.string()),
})
export type ImportedPerson = z.output<typeof importedPerson>

export const importedPeople = z.object({
  applied: z.boolean(),
  plan: z.string(),
  rows: z.array(importedPerson),
})
