import { z } from 'zod/mini'
import { messageForBadZip, readZip } from './calendar/zip-code.ts'
import { messageForBadAddress } from './mail/address-fault.ts'
import { isMailAddress, readAddress } from './mail/mail-address.ts'
import { type Cents, MAX_AMOUNT } from './money/money.ts'
import { readPhone } from './people/phone-number.ts'
import { typedDollars, typedNumber } from './text/typed-numbers.ts'
import {
  holdsControlCharacter,
  holdsLetterOrDigit,
  visibleLine,
  visibleText,
} from './text/visible-text.ts'

const ID = /^[1-9]\d{0,9}$/

const MAX_ID = 2_147_483_647

/** A row's number in a path: `7`, never `07`, `0x7` or `7.0`. */
export const idInPath = z.pipe(
  z.string().check(
    z.regex(ID, 'There is no such number.'),
    z.refine((text) => Number(text) <= MAX_ID, 'There is no such number.'),
    z.describe('Its number, or that of what it belongs to'),
  ),
  z.transform((text) => Number(text)),
)

export const byId = z.strictObject({ id: idInPath })

export function byKey(missing: string) {
  const id = z.string().check(z.regex(/^[\w-]{1,64}$/, missing), z.describe('Its ID'))
  return z.strictObject({ id })
}

const secret = z.string().check(z.describe('What a link in an email ends with'))
export const bySecret = z.strictObject({ secret })

export const before = z.optional(idInPath).check(z.describe('Where the page before ended'))

export const id = z
  .int('Must be a whole number.')
  .check(z.positive('Must be above zero.'), z.maximum(MAX_ID, 'There is no such number.'))

export const instant = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))

export function wholeNumber(wrong: string) {
  const read = z.transform((value: number | string) =>
    typeof value === 'string' ? typedNumber(value) : value,
  )
  return z.pipe(z.pipe(z.union([z.number(), z.string()], wrong), read), z.int(wrong))
}

const NOT_A_DAY = 'Please write a day as YYYY-MM-DD.'

/** YYYY-MM-DD; February 30 is refused. */
export const calendarDay = z
  .string(NOT_A_DAY)
  .check(z.refine(isDay, NOT_A_DAY), z.describe('A day, as `2026-11-28`'))

export const fromDay = calendarDay.check(z.describe('From this day on'))
export const untilDay = calendarDay.check(z.describe('Up to this day, which counts too'))

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const readable = z.refine<string>(
  (text) => text.isWellFormed() && !holdsControlCharacter(text),
  'Please use plain text.',
)

const atMost = (longest: number) => z.maxLength(longest, `Use ${longest} characters or fewer.`)

/**
 * Everything people type or import passes through here: invisible characters are dropped, control
 * characters (except tab and line breaks) and lone surrogates refused. Exempt: passwords and
 * passphrases, compared character by character; page HTML (`markup`); and row keys, matched whole.
 */
export function plainText(longest: number, wrong: string, read = visibleText) {
  return z.string(wrong).check(z.overwrite(read), atMost(longest), readable)
}

export function requiredText(longest: number, missing: string) {
  return plainText(longest, missing, visibleTrimmed).check(z.minLength(1, missing))
}

/** Trimmed; absent and empty arrive as null. */
export function optionalText(longest: number) {
  return orNull(plainText(longest, 'Must be text.', visibleTrimmed))
}

/** One line with at least one letter or digit. */
export function nameText(longest: number, missing: string) {
  return plainText(longest, missing, visibleLine).check(z.minLength(1, missing), named)
}

export function plainName(longest: number) {
  return plainText(longest, 'Please enter a name.', visibleLine).check(named)
}

export function optionalName(longest: number) {
  return orNull(plainName(longest))
}

const named = z.refine<string>(
  (name) => name === '' || holdsLetterOrDigit(name),
  'Please use at least one letter or digit.',
)

/** Plain digits, grouped as typed. Pages decide which numbers can be called. */
export const phoneNumber = orNull(plainText(40, 'Must be text.', readPhone))

function visibleTrimmed(text: string): string {
  return visibleText(text).trim()
}

function orNull(text: z.ZodMiniType<string, string>) {
  return z.pipe(
    z.optional(z.nullable(text)),
    z.transform((value) => value || null),
  )
}

export function emailAddress(missing: string) {
  return z
    .string(missing)
    .check(
      z.overwrite(readAddress),
      z.minLength(1, missing),
      z.maxLength(254, 'That email address is too long.'),
      z.email({ error: badAddress }),
      z.refine(isMailAddress, { error: badAddress }),
    )
}

function badAddress({ input }: { input?: unknown }): string {
  return messageForBadAddress(String(input))
}

export function unitOf<const Units extends readonly string[]>(units: Units) {
  return z.enum(units, `Please choose a unit: ${units.join(', ')}.`)
}

/** Lets a client send back what an answer showed it. */
export const ignored = z.optional(z.unknown())

export const loadedText = z.optional(z.nullable(z.string('Must be text.')))

export const NOT_AN_AMOUNT = 'Please enter an amount in dollars with at most two decimals.'

/** Takes dollars as a number or text and yields cents, from `least` to $100,000. */
export function dollars(least: Cents, tooLow: string) {
  return z.pipe(
    z.union([z.number(), z.string()], NOT_AN_AMOUNT),
    z.transform((value, context): Cents => {
      const amount = typedDollars(value)
      const refused = amount === null ? NOT_AN_AMOUNT : refusedAmount(amount, least, tooLow)
      if (refused) context.issues.push({ code: 'custom', message: refused, input: value })
      return amount ?? (0 as Cents)
    }),
  )
}

/** A client's claim: its type is checked, its value never stored. */
export const claimedAmount = z
  .union([z.number(), z.string().check(z.maxLength(40), z.minLength(1))], NOT_AN_AMOUNT)
  .check(z.refine((amount) => Number(amount) >= 0 && Number(amount) <= 1e9, NOT_AN_AMOUNT))

export function refusedAmount(amount: Cents, least: Cents, tooLow: string): string | null {
  if (amount < least) return tooLow
  return amount > MAX_AMOUNT ? 'At most $100,000, please.' : null
}

/** HTML as written: the page allow-list reads it, and soft hyphens in it are intended. */
export function markup(longest: number, missing: string) {
  return z.string(missing).check(z.trim(), atMost(longest), readable)
}

export const zipCode = z
  .string('Please enter your ZIP code.')
  .check(
    z.overwrite(readZip),
    z.minLength(1, 'Please enter your ZIP code.'),
    z.regex(/^\d{5}(?:-\d{4})?$/, { error: ({ input }) => messageForBadZip(String(input)) }),
  )
