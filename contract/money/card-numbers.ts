/** Card numbers by scheme: American Express has 15 digits, the others 16. */
const CARD_NUMBERS = [/^3[47]\d{13}/, /^[2-6]\d{15}/]

/** Whether any run of digits passes the Luhn check, ignoring spaces and hyphens. */
export function holdsCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ -]?\d){14,}/g) ?? []
  return runs.some((run) => windowsOf(run.replace(/[ -]/g, '')).some(passesLuhn))
}

function windowsOf(digits: string): string[] {
  return Array.from(digits, (_, start) => digits.slice(start)).flatMap((rest) =>
    CARD_NUMBERS.flatMap((pattern) => rest.match(pattern) ?? []),
  )
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
