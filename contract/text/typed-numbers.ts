import { type Cents, parseDollars } from '../money/money.ts'
import { plainWidth } from './visible-text.ts'

const VULGAR = /[¼-¾⅐-⅞↉]/g

/**
 * As people and spreadsheets write them: `$1,200.00` is 1200.00, `3,25` is 3.25; `1½`, `1 1/2` and
 * `1-1/2` are 1.5. Fractions round to a thousandth. A comma before exactly three digits separates
 * thousands; any other is a decimal point. Null if unreadable.
 */
export function plainNumber(text: string): string | null {
  const spelled = text.replace(VULGAR, (sign) => ` ${sign.normalize('NFKC')}`)
  const typed = plainWidth(spelled).replace(/^(-?)\s*\$\s*/, '$1')
  if (/^-?(?=\.?\d)\d{0,15}(?:\.\d{0,40})?$/.test(typed)) return typed
  if (/^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(typed)) return typed.replaceAll(',', '')
  if (/^-?(?:0?,\d+|\d+,(?:\d\d?|\d{4,}))$/.test(typed)) return typed.replace(',', '.')
  if (/^-?\d{1,3}(?:\.\d{3})+,\d\d?$/.test(typed))
    return typed.replaceAll('.', '').replace(',', '.')
  return plainFraction(typed)
}

function plainFraction(typed: string): string | null {
  const [, sign = '', whole, top, bottom] =
    /^(-?)(?:(\d{1,6})(?: +|-))?(\d{1,4}) ?[/⁄∕] ?(\d{1,4})$/.exec(typed) ?? []
  const [over, under] = [Number(top), Number(bottom)]
  if (!under || (whole && over >= under)) return null
  return `${sign}${Number((Number(whole ?? 0) + over / under).toFixed(3))}`
}

/** NaN if empty or unreadable. */
export function typedNumber(text: string): number {
  const plain = plainNumber(text)
  return plain === null ? Number.NaN : Number(plain)
}

export function typedDollars(typed: number | string): Cents | null {
  return parseDollars(typeof typed === 'number' ? typed : (plainNumber(typed) ?? ''))
}

/** The heaviest piece, in thousandths of its unit. */
const MAX_WEIGHT = 100_000_000

/** `3.85` or `3 1/2` in thousandths; null if it isn't a weight or is more precise than a scale. */
export function parseWeight(text: string): number | null {
  const match = /^(?=\.?\d)(\d{0,6})(?:\.(\d{0,3}))?$/.exec(plainNumber(text) ?? '')
  if (!match) return null
  const [, whole, fraction = ''] = match
  const thousandths = Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))
  return thousandths > 0 && thousandths <= MAX_WEIGHT ? thousandths : null
}
