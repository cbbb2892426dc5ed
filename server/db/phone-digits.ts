/** Nothing but what people write a phone number with. */
const PHONE = /^[\d\s()+./-]+$/

const MIN_DIGITS = 4

const EXTENSION = /(?:ext\.?|x|#)\s*\d+$/i

export function isPhoneText(text: string): boolean {
  const number = withoutExtension(text)
  return PHONE.test(number) && number.replaceAll(/\D/g, '').length >= MIN_DIGITS
}

const withoutExtension = (text: string) => text.trim().replace(EXTENSION, '')

/** The digits of a phone number, however it is written: without an extension, and without the 1 of the country. */
export function phoneDigits(text: string): string {
  const digits = withoutExtension(text).replaceAll(/\D/g, '')
  return digits.replace(/^1(?=\d{10}$)/, '')
}
