/** A US number with its country code, which a foreign SIM needs. */
export function dialable(number: string): string {
  const digits = number.replaceAll(/[^\d+]/g, '')
  return digits.replace(/^1?(\d{10})$/, '+1$1')
}

export function phoneHref(number: string): string {
  return `tel:${dialable(number)}`
}
