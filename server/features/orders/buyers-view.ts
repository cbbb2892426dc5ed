import type { Receipt } from '#contract/receipts.ts'
import type { Db } from '#server/db/tables.ts'
import { pickupDay } from './pickup-day.ts'
import { showReceipt } from './show-receipt.ts'

/** What may be told of an order to whoever holds its receipt's secret; null for any other text. */
export function orderOfSecret(db: Db, secret: string): Promise<Receipt | null> {
  return showReceipt(db, secret)
}

/** The Saturday on which an order placed now is picked up, as YYYY-MM-DD. */
export function nextPickup(now: Date): string {
  return pickupDay(now)
}
