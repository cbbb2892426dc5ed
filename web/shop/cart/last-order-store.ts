import { DAY } from '#contract/time/durations.ts'
import { readStorage, writeStorage } from '#web/ui/browser-storage.ts'

const STORED = 'farmstand:last-order'

const RECEIPT = /^\/o\/[\w-]+$/

/** How long a browser, which may be shared, links to a receipt, in ms. */
const MAX_AGE = 7 * DAY

type Stored = { receiptUrl: string; at: number }

/** Without storage, the buyer also has it by email. */
export function rememberOrder(receiptUrl: string, now = Date.now()): void {
  writeStorage('localStorage', STORED, { receiptUrl, at: now } satisfies Stored)
}

/** Null if no order was placed here within a week; an older one is forgotten. */
export function lastOrder(now = Date.now()): string | null {
  const { receiptUrl, at } = readStorage<Stored>('localStorage', STORED)
  if (typeof receiptUrl !== 'string' || typeof at !== 'number') return null
  if (!RECEIPT.test(receiptUrl)) return null
  if (Math.abs(now - at) < MAX_AGE) return receiptUrl
  forgetLastOrder()
  return null
}

export function forgetLastOrder(): void {
  writeStorage('localStorage', STORED, null)
}
