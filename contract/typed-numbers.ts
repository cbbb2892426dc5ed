/**
 * A number as people and spreadsheets write it, with a decimal point and no marks between
 * thousands: `$1,200.00` is 1200.00, `3,25` is 3.25. A comma before the last two digits is for
 * decimals, groups of three are thousands; null where it could be either, or neither.
 */
export function plainNumber(text: string): string | null {
  const typed = text.trim().replace(/^(-?)\$\s*/, '$1')
  if (!typed.includes(',')) return typed
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(typed)) return typed.replaceAll(',', '')
  if (/^-?\d+,\d\d$/.test(typed)) return typed.replace(',', '.')
  if (/^-?\d{1,3}(?:\.\d{3})+,\d\d$/.test(typed)) return typed.replaceAll('.', '').replace(',', '.')
  return null
}
