import { z } from 'zod/mini'
import { type Cents, formatDollars } from '../money/money.ts'
import { dollars, id, ignored, loadedText, nameText, optionalText } from '../shapes.ts'
import { MAX_TERMS } from './delivery.ts'
import { loadedNumber } from './hours.ts'
import { placeFacts } from './place-facts.ts'
import { dayRule } from './rules.ts'

const name = nameText(80, 'Please enter a name.')
const MAX_PLACE_ADDRESS = 300

const address = optionalText(MAX_PLACE_ADDRESS)
const note = optionalText(500)

const mapUrl = optionalText(500).check(
  z.refine(
    (text) => text === null || /^https?:\/\/[^\s"'<>\\]+$/.test(text),
    'Please enter a link that starts with https://.',
  ),
)

const NOT_A_ZIP = 'Please write ZIP codes with five digits, or their first digits.'

/** ZIP codes or their first digits; null: everywhere. */
const zips = z.nullable(
  z
    .array(z.string(NOT_A_ZIP).check(z.regex(/^\d{1,5}$/, NOT_A_ZIP)), NOT_A_ZIP)
    .check(z.minLength(1, NOT_A_ZIP), z.maxLength(200, 'At most 200 ZIP codes, please.')),
)

const daysAhead = z
  .int('Please enter a whole number of days.')
  .check(z.minimum(1, 'At least one day.'), z.maximum(30, 'At most 30 days.'))

const TOO_MUCH = `At most ${formatDollars(MAX_TERMS)}, please.`

/** For a delivery zone; 0 means free, or no minimum. */
const amount = (tooLow: string) =>
  dollars(0 as Cents, tooLow).check(z.refine((cents) => cents <= MAX_TERMS, TOO_MUCH))
const fee = amount('Please enter a fee of 0 or more.')
const minimum = amount('Please enter a minimum of 0 or more.')

export const deskPlace = z.object({
  id,
  ...placeFacts,
  zips: z.nullable(z.array(z.string())),
  /** For a delivery zone, in dollars: its fee and minimum subtotal. */
  fee: z.number(),
  minimum: z.number(),
  /** How many of its next days buyers may choose. */
  daysAhead: z.int(),
  position: z.int(),
  isRetired: z.boolean(),
  rules: z.array(dayRule),
})
export type DeskPlace = z.output<typeof deskPlace>

export const placeDraft = z.strictObject({
  /** Made from the name if not given. */
  key: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'A key has small letters, digits and underscores.')),
  ),
  kind: z.enum(['pickup', 'delivery'], 'Please choose pickup or delivery.'),
  name,
  address,
  mapUrl,
  note,
  zips: z.optional(zips),
  fee: z.optional(fee),
  minimum: z.optional(minimum),
  daysAhead: z.optional(daysAhead),
})
export type PlaceDraft = z.output<typeof placeDraft>

export const placeChange = z.strictObject({
  id: z.optional(id),
  key: ignored,
  kind: ignored,
  rules: ignored,
  name: z.optional(name),
  address: z.optional(address),
  mapUrl: z.optional(mapUrl),
  note: z.optional(note),
  zips: z.optional(zips),
  fee: z.optional(fee),
  minimum: z.optional(minimum),
  daysAhead: z.optional(daysAhead),
  /** The first is 1. */
  position: z.optional(id),
  isRetired: z.optional(z.boolean('Must be true or false.')),
  base: z.optional(
    z.object({
      name: loadedText,
      address: loadedText,
      mapUrl: loadedText,
      note: loadedText,
      zips: z.optional(z.nullable(z.array(z.string()))),
      fee: z.optional(fee),
      minimum: z.optional(minimum),
      daysAhead: loadedNumber,
      position: loadedNumber,
      isRetired: z.optional(z.boolean()),
    }),
  ),
})
export type PlaceChange = z.output<typeof placeChange>
