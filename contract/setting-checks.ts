import { isMailAddress } from './mail-address.ts'

export function wrongInContactEmail(value: string): string | null {
  const isRight = value.trim() === '' || isMailAddress(value.trim())
  return isRight ? null : 'Please enter a valid email address.'
}

export function wrongInMonths(value: string): string | null {
  const isRight = /^(?:0|[6-9]|[1-9]\d|1[01]\d|120)$/.test(value)
  return isRight ? null : 'Please enter a number of months from 6 to 120, or 0 for never.'
}
