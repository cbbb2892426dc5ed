export function phoneHref(number: string): string {
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`
}

export function textHref(number: string): string {
  return phoneHref(number).replace('tel:', 'sms:')
}
