import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { type Cents, formatDollars } from '../money/money.ts'
import { placeRate } from '../money/tax.ts'
import { dollars, id, ignored, nameText, optionalText } from '../shapes.ts'
import { MAX_TERMS } from './delivery.ts'
import { placeFacts } from './place-facts.ts'
import { dayRule } from './rules.ts'

const NOT_A_ZIP = 'Please write ZIP codes with five digits, or their first digits.'

/** ZIP codes or their first digits, also as one text; null: everywhere. */
const zips = z
  .pipe(
    z.nullable(z.union([z.array(z.string(NOT_A_ZIP), NOT_A_ZIP), z.string()], NOT_A_ZIP)),
    z.transform(listZips),
  )
  .check(
    z.refine((all) => all === null || (all.length > 0 && all.every(isZip)), NOT_A_ZIP),
    z.refine((all) => all === null || all.length <= 200, 'At most 200 ZIP codes, please.'),
  )

function listZips(given: string | string[] | null): string[] | null {
  if (typeof given !== 'string') return given
  const typed = given.split(/[\s,;]+/).filter(Boolean)
  return typed.length === 0 ? null : typed
}

function isZip(text: string): boolean {
  return /^\d{1,5}$/.test(text)
}

const TOO_MUCH = `At most ${formatDollars(MAX_TERMS)}, please.`

/** 0: free, or no minimum. */
const amount = (tooLow: string) =>
  dollars(0 as Cents, tooLow).check(z.refine((cents) => cents <= MAX_TERMS, TOO_MUCH))

const mapUrl = optionalText(500).check(
  z.refine(
    (text) => text === null || /^https?:\/\/[^\s"'<>\\]+$/.test(text),
    'Please enter a link that starts with https://.',
  ),
)

const daysAhead = z
  .int('Please enter a whole number of days.')
  .check(z.minimum(1, 'At least one day.'), z.maximum(30, 'At most 30 days.'))

export const PLACE_FORM = {
  name: { kind: 'line', label: 'Name', longest: 80, shape: nameText(80, 'Please enter a name.') },
  address: { kind: 'line', label: 'Address', longest: 300, shape: optionalText(300) },
  mapUrl: { kind: 'link', label: 'Link to a map', noun: 'map link', longest: 500, shape: mapUrl },
  note: {
    kind: 'text',
    label: 'Pickup instructions',
    noun: 'note for pickup',
    longest: 500,
    shape: optionalText(500),
  },
  zips: { kind: 'list', label: 'ZIP codes', noun: 'list of ZIP codes', shape: z.optional(zips) },
  fee: {
    kind: 'dollars',
    label: 'Delivery fee',
    shape: z.optional(amount('Please enter a fee of 0 or more.')),
  },
  minimum: {
    kind: 'dollars',
    label: 'Minimum',
    shape: z.optional(amount('Please enter a minimum of 0 or more.')),
  },
  daysAhead: {
    kind: 'count',
    label: 'Dates customers can pick from',
    noun: 'number of days buyers can choose from',
    shape: z.optional(daysAhead),
  },
  taxRate: { kind: 'amount', label: 'Sales tax here, in %', shape: z.optional(placeRate) },
  taxReducedRate: {
    kind: 'amount',
    label: 'Reduced rate here, in %',
    shape: z.optional(placeRate),
  },
} as const satisfies Fields

export const PLACE_FIELDS = {
  ...PLACE_FORM,
  /** The first is 1. */
  position: { kind: 'count', label: 'Position', shape: id },
  isRetired: {
    kind: 'switch',
    label: 'Place',
    formatNewer: (isRetired) => (isRetired ? 'given up' : 'in use'),
    shape: z.boolean('Must be true or false.'),
  },
  paysAtPickup: {
    kind: 'switch',
    label: 'Pay at pickup',
    formatNewer: (isOn) => (isOn ? 'on' : 'off'),
    shape: z.boolean('Must be true or false.'),
  },
} as const satisfies Fields

/** In dollars; `minimum` is on the subtotal. */
export const zoneTerms = z.object({ fee: z.number(), minimum: z.number() })

export const deskPlace = z.object({
  id,
  ...placeFacts,
  zips: z.nullable(z.array(z.string())),
  ...zoneTerms.shape,
  daysAhead: z.int(),
  /** In percent; absent: the shop's. */
  taxRate: z.optional(z.number()),
  taxReducedRate: z.optional(z.number()),
  paysAtPickup: z.boolean(),
  position: z.int(),
  isRetired: z.boolean(),
  rules: z.array(dayRule),
})
export type DeskPlace = z.output<typeof deskPlace>

export const placeDraft = z.strictObject({
  key: z.optional(
    z
      .string()
      .check(z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'A key has small letters, digits and underscores.')),
  ),
  kind: z.enum(['pickup', 'delivery'], 'Please choose pickup or delivery.'),
  ...shapesOf(PLACE_FORM),
})
export type PlaceDraft = z.output<typeof placeDraft>

export const placeChange = z.strictObject({
  ...changeShapes(PLACE_FIELDS),
  key: ignored,
  kind: ignored,
  rules: ignored,
})
export type PlaceChange = z.output<typeof placeChange>
