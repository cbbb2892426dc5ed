import { markOf } from '#server/db/erased-list.ts'

const MARK_LENGTH = 8

/** Tells an order from another one that a restored shop gave its number. */
export function shortMarkOf(receiptSecret: string): string {
  return markOf(receiptSecret).slice(0, MARK_LENGTH)
}
