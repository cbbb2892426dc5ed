import { z } from 'zod/mini'
import { isMailAddress } from './mail-address.ts'
import { messageForBadAddress } from './mail-fault.ts'
import { type Cents, MAX_AMOUNT, parseDollars } from './money.ts'
import { messageForBadZip } from './zip-code.ts'

const ID = /^[1-9]\d{0,9}$/

const MAX_ID = 2_147_483_647

/** A row's number as it stands in a path: `7`, never `07`, `0x7` or `7.0`. */
export const idInPath = z.pipe(
  z.string().check(
    z.regex(ID, 'There is no such number.'),
    z.refine((text) => Number(text) <= MAX_ID, 'There is no such number.'),
  ),
  z.transform((text) => Number(text)),
)

export const id = z
  .int('Must be a whole number.')
  .check(z.positive('Must be above zero.'), z.maximum(MAX_ID, 'There is no such number.'))

/** An ISO 8601 instant in UTC. */
export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))

const NOT_A_DAY = 'Please write a day as YYYY-MM-DD.'

/** A day of the calendar as YYYY-MM-DD; the 30th of February is none. */
export const calendarDay = z.string(NOT_A_DAY).check(z.refine(isDay, NOT_A_DAY))

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

export function requiredText(longest: number, missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(longest, `At most ${longest} characters, please.`),
      readable,
    )
}

/** A trimmed text that may be absent, null or empty; it arrives as null then. */
export function optionalText(longest: number) {
  const text = z
    .string('Must be text.')
    .check(z.trim(), z.maxLength(longest, `At most ${longest} characters, please.`), readable)
  return z.pipe(
    z.optional(z.nullable(text)),
    z.transform((value) => value || null),
  )
}

/** One email address; no list, no line breaks, no display name. */
export function emailAddress(missing: string) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.minLength(1, missing),
      z.maxLength(254, 'That email address is too long.'),
      z.email({ error: badAddress }),
      z.refine(isMailAddress, { error: badAddress }),
    )
}

function badAddress({ input }: { input?: unknown }): string {
  return messageForBadAddress(String(input))
}

/** What an answer showed may come back as it was read. */
export const ignored = z.optional(z.unknown())

export const loadedText = z.optional(z.nullable(z.string('Must be text.')))

export const NOT_AN_AMOUNT = 'Please enter an amount in dollars with at most two decimals.'

/** Dollars as a number or a numeric string; arrives as cents, from `least` up to $100,000. */
export function dollars(least: Cents, tooLow: string) {
  return z.pipe(
    z.union([z.number(), z.string()], NOT_AN_AMOUNT),
    z.transform((value, context): Cents => {
      const amount = parseDollars(value)
      const refused = amount === null ? NOT_AN_AMOUNT : refusedAmount(amount, least, tooLow)
      if (refused) context.issues.push({ code: 'custom', message: refused, input: value })
      return amount ?? (0 as Cents)
    }),
  )
}

/** Any amount a client claims; it is read so that its type is checked, and never stored. */
export const claimedAmount = z
  .union([z.number(), z.string().check(z.maxLength(40), z.minLength(1))], NOT_AN_AMOUNT)
  .check(z.refine((amount) => Number(amount) >= 0 && Number(amount) <= 1e9, NOT_AN_AMOUNT))

export function refusedAmount(amount: Cents, least: Cents, tooLow: string): string | null {
  if (amount < least) return tooLow
  return amount > MAX_AMOUNT ? 'At most $100,000, please.' : null
}

export function plainText(longest: number, wrong: string) {
  return z
    .string(wrong)
    .check(z.maxLength(longest, `At most ${longest} characters, please.`), readable)
}

/** No control characters but tab and line breaks, and no halves of surrogate pairs (PostgreSQL cannot store NUL). */
const readable = z.refine<string>(
  (text) => text.isWellFormed() && !holdsControlCharacter(text),
  'Please use plain text.',
)

function holdsControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return true
  }
  return false
}

export const zipCode = requiredText(10, 'Please enter your ZIP code.').check(
  z.regex(/^\d{5}(?:-\d{4})?$/, { error: ({ input }) => messageForBadZip(String(input)) }),
)
