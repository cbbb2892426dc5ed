export function phoneHref(number: string): string {
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}
