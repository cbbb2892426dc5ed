import { createHash } from 'node:crypto'

/** Distinguishes orders of the same number in every copy of the shop, and reveals nothing about them. */
export function receiptHashOf(receiptSecret: string): string {
  return createHash('sha256').update(receiptSecret).digest('hex')
}

/**
 * Tells an order from another of its number after a restore: 8 hexadecimal digits that reveal nothing of its secret.
 */
export function orderMarkOf(receiptSecret: string): string {
  return receiptHashOf(receiptSecret).slice(0, 8)
}
