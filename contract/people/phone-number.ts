import { plainWidth } from '../text/visible-text.ts'

export function readPhone(typed: string): string {
  return plainWidth(typed).replace(/^tel:\s*/i, '')
}

/** `(605) 555-0182`, formatted while it is typed; foreign numbers and extensions stay as typed. */
export function formatPhone(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '')
  if (!/^[\d\s().-]*$/.test(typed)) return typed
  if (digits.length === 11 && digits.startsWith('1')) return `1 ${grouped(digits.slice(1))}`
  return digits.length > 10 ? typed : grouped(digits)
}

/** Three digits stay bare, so a deleted parenthesis doesn't come back. */
function grouped(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  if (exchange === '') return area
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`
}

export function messageForBadPhone(typed: string): string | null {
  const text = readPhone(typed)
  if (text === '') return null
  const [number = ''] = text.split(/(?:ext\.?|x|#)\s*\d+$/i)
  if (/[^\d\s().+/-]/.test(number))
    return 'A phone number has digits only, such as (605)\u00a0555-0182.'
  const { length } = number.replaceAll(/\D/g, '')
  if (number.startsWith('+') && length >= 7 && length <= 15) return null
  if (length === 7) return 'Please add the area code, such as (605).'
  if (length < 10) return `A phone number has ten digits; this one has ${length}.`
  const isTooLong = length > 11 || (length === 11 && !/^\D*1/.test(number))
  return isTooLong ? `A phone number has ten digits; this one has ${length}.` : null
}
