/** Looks like a long number but isn't one: identifiers and instants. */
const NOT_NUMBERS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/gi

/**
 * Every run of 15 or 16 digits, with or without spaces and hyphens, that passes the card check
 * digit.
 */
export function findCardNumbers(text: string): string[] {
  const runs = text.replace(NOT_NUMBERS, '…').match(/\d(?:[ -]?\d)+/g) ?? []
  return runs
    .map((run) => run.replace(/[ -]/g, ''))
    .filter((run) => /^\d{15,16}$/.test(run) && passesLuhn(run))
}

function passesLuhn(digits: string): boolean {
  const doubled = [...digits]
    .reverse()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
  return doubled.reduce((sum, one) => sum + (one > 9 ? one - 9 : one), 0) % 10 === 0
}
