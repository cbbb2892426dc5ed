import { markOf } from './erased-list.ts'

/** By which an order is told from another one of its number, after a restore: 8 hexadecimal digits that say nothing of its secret. */
export function orderMarkOf(receiptSecret: string): string {
  return markOf(receiptSecret).slice(0, 8)
}
