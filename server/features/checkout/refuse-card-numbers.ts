import { Refusal } from '#server/http/errors.ts'

const SHORTEST = 15
const LONGEST = 16

/** Refuses free text that holds what looks like a card number; the text goes into no log. @throws Refusal 'card-number-in-text' */
export function refuseCardNumbers(texts: Record<string, string | null | undefined>): void {
  for (const [field, text] of Object.entries(texts)) {
    if (text && holdsCardNumber(text)) {
      throw new Refusal('card-number-in-text', 'Please do not write card numbers here. Nothing was kept.', { field })
    }
  }
}

/** Whether a run of 15 or 16 digits, spaces and hyphens aside, passes the check digit rule of card numbers (Luhn). */
export function holdsCardNumber(text: string): boolean {
  for (const run of text.match(/\d(?:[ -]?\d){14,}/g) ?? []) {
    const digits = run.replace(/[ -]/g, '')
    for (let length = SHORTEST; length <= LONGEST; length++) {
      for (let start = 0; start + length <= digits.length; start++) {
        if (passesLuhn(digits.slice(start, start + length))) return true
      }
    }
  }
  return false
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && /[1-9]/.test(digits)
}
