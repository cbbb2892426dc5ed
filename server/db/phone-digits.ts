/** A phone number, or its end: at least four digits, as people write them. */
const PHONE = /^(?=(?:\D*\d){4})[\d\s()+./-]+$/

const EXTENSION = /\s*(?:ext\.?|x|#)\s*\d+\s*$/i

export function isPhoneText(text: string): boolean {
  return PHONE.test(text.replace(EXTENSION, ''))
}

/** The digits of a phone number, however it is written: without an extension, and without the 1 of the country. */
export function phoneDigits(text: string): string {
  const digits = text.replace(EXTENSION, '').replaceAll(/\D/g, '')
  return digits.replace(/^1(?=\d{10}$)/, '')
}
