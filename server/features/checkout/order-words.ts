import { fold } from '#contract/chat/word-forms.ts'

/** In characters, so that even a made-up name fits in an index. */
const MAX_TERM = 60

const MAX_NOTED = 80

/** Sorts after every character in a word, on both engines. */
const LAST_CHARACTER = '\u{10FFFF}'

/** Phone numbers are stored with their digits reversed. */
const PHONE = 'tel:'

export type SearchedOrder = {
  customer_name: string
  customer_email: string
  customer_phone?: string | null | undefined
  pickup_name?: string | null | undefined
  gift_to?: string | null | undefined
  shipping_address?: object | string | null | undefined
  notes?: string | null | undefined
  farm_note?: string | null | undefined
}

/**
 * Names, email and its part before the @, phone, address, and both notes. Goods are found through
 * the order's lines.
 */
export function wordsOfOrder(order: SearchedOrder): string[] {
  const noted = [...termsIn(order.notes ?? ''), ...termsIn(order.farm_note ?? '')]
  const phone = phoneTerm(order.customer_phone ?? '')
  const terms = [
    ...termsIn(order.customer_name),
    ...termsIn(order.pickup_name ?? ''),
    ...termsIn(order.gift_to ?? ''),
    ...termsOfEmail(order.customer_email),
    ...termsIn(textOfAddress(order.shipping_address ?? null)),
    ...new Set(noted.slice(0, MAX_NOTED)),
    ...(phone === null ? [] : [phone]),
  ]
  return [...new Set(terms)]
}

export function emailTerm(address: string): string {
  return shortened(fold(address))
}

function termsOfEmail(address: string): string[] {
  return [emailTerm(address), ...split(fold(address).replace(/@.*/, ''))]
}

/** Null if there is no digit. */
export function phoneTerm(number: string): string | null {
  const digits = phoneDigits(number)
  return digits === '' ? null : PHONE + backwards(digits)
}

type SearchedContact = Pick<SearchedOrder, 'customer_name' | 'customer_email' | 'customer_phone'>

/** Whether each term of a text is in the name, email or phone, or is the order’s number. */
export function matchesContact(contact: SearchedContact & { id: number }, text: string): boolean {
  const { id, customer_name, customer_email, customer_phone } = contact
  const words = wordsOfOrder({ customer_name, customer_email, customer_phone })
  return searchTermsIn(text).every(
    ({ orderId, ranges }) =>
      orderId === id || ranges.some(({ from, until }) => words.some((w) => w >= from && w < until)),
  )
}

type Range = { from: string; until: string }

type SearchTerm = { orderId: number | null; ranges: Range[]; word: string | null }

/** `7` and `#7` are order numbers; `7` may also end a phone number; `Mar` begins a word. */
export function searchTermsIn(text: string): SearchTerm[] {
  const number = /^#(\d{1,10})$/.exec(text)
  if (number) return [{ orderId: Number(number[1]), ranges: [], word: null }]
  if (/^\d{1,10}$/.test(text) || isPhoneText(text)) return [termOfDigits(text)]
  const phones = text.match(PHONE_WITHIN) ?? []
  const parts = text.replaceAll(PHONE_WITHIN, ' ').split(/\s+/)
  const terms = parts.flatMap((part) => (part.includes('@') ? [termOfEmail(part)] : termsOf(part)))
  return onlyOnce([...phones.map(termOfDigits), ...terms])
}

const PHONE_WITHIN = /(?<![\p{L}\d])\(?\d{3}\)?[\s.-]*\d{3}[\s.-]*\d{4}(?![\p{L}\d])/gu

function termOfDigits(text: string): SearchTerm {
  const digits = phoneDigits(text)
  const isZip = /^\d{5}(?:-\d{4})?$/.test(text)
  return {
    orderId: /^\d{1,10}$/.test(text) ? Number(text) : null,
    ranges: [
      ...(digits.length >= 4 ? [beginningWith(PHONE + backwards(digits))] : []),
      ...(isZip ? [exactly(text.slice(0, 5))] : []),
    ],
    word: null,
  }
}

function termOfEmail(part: string): SearchTerm {
  return { orderId: null, ranges: [beginningWith(shortened(fold(part)))], word: null }
}

function termsOf(part: string): SearchTerm[] {
  return termsIn(part).map((term) => {
    const own = Array.from(term).length === 1 ? exactly(term) : beginningWith(term)
    const isEnd = /^\d{4,}$/.test(term)
    const ranges = isEnd ? [own, beginningWith(PHONE + backwards(term))] : [own]
    return { orderId: null, ranges, word: term }
  })
}

function onlyOnce(terms: readonly SearchTerm[]): SearchTerm[] {
  return [...new Map(terms.map((term) => [JSON.stringify(term), term])).values()]
}

function termsIn(text: string): string[] {
  return split(fold(text))
}

export function hasTerm(text: string, word: string): boolean {
  const isLetter = Array.from(word).length === 1
  return termsIn(text).some((one) => (isLetter ? one === word : one.startsWith(word)))
}

function exactly(word: string): Range {
  return { from: word, until: `${word}\u0001` }
}

function beginningWith(start: string): Range {
  return { from: start, until: start + LAST_CHARACTER }
}

function textOfAddress(address: object | string | null): string {
  const parts: unknown = typeof address === 'string' ? JSON.parse(address) : address
  return parts && typeof parts === 'object' ? Object.values(parts).join(' ') : ''
}

function backwards(digits: string): string {
  return Array.from(digits).toReversed().join('')
}

function split(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu)?.map(shortened) ?? []
}

function shortened(term: string): string {
  return Array.from(term).slice(0, MAX_TERM).join('')
}

const PHONE_CHARACTERS = /^[\d\s()+./-]+$/

const MIN_DIGITS = 4

const EXTENSION = /(?:ext\.?|x|#)\s*\d+$/i

function isPhoneText(text: string): boolean {
  const number = withoutExtension(text)
  return PHONE_CHARACTERS.test(number) && number.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

const withoutExtension = (text: string) => text.trim().replace(EXTENSION, '')

function phoneDigits(text: string): string {
  const digits = withoutExtension(text).replaceAll(/\D/g, '')
  return digits.replace(/^1(?=\d{10}$)/, '')
}
