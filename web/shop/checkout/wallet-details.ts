import { flushSync } from 'react-dom'
import { firstFive } from '#contract/zip-code.ts'
import type { WalletDetails } from './card-provider.ts'
import type { FieldName, Fields } from './use-fields.ts'

export function isSameZip(one: string, other: string): boolean {
  return firstFive(one) !== '' && firstFive(one) === firstFive(other)
}

/**
 * Fills what is empty of a form with what a wallet knows; what was typed stays. Answers why an address cannot be the
 * one to deliver to: the day was chosen for another ZIP code.
 */
export function fillEmpty(
  form: HTMLFormElement,
  fields: Fields,
  { name, email, phone, address }: WalletDetails,
): string | null {
  const shown = new FormData(form)
  const text = (field: FieldName) => String(shown.get(field) ?? '').trim()
  const takesAddress = address !== null && text('address') === ''
  if (takesAddress && !isSameZip(address.zip, text('zipCode')))
    return `The address in your wallet has another ZIP code (${address.zip}). Nothing was charged. Please type where we should deliver.`
  const [line = '', ...more] = takesAddress ? address.lines : []
  const known: [FieldName, string][] = [
    ['customerName', name],
    ['customerEmail', email],
    ['customerPhone', phone],
    ['address', line],
    ['apartment', more.join(', ')],
    ['city', takesAddress ? address.city : ''],
  ]
  flushSync(() => {
    for (const [field, value] of known) if (value && text(field) === '') fields.type(field, value)
  })
  return null
}
