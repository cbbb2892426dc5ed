import { DAY } from '#contract/time/durations.ts'

const STORED = 'farmstand:last-order'

const RECEIPT = /^\/o\/[\w-]+$/

/** How long a browser, which may be shared, links to a receipt, in ms. */
const MAX_AGE = 7 * DAY

type Stored = { receiptUrl: string; at: number }

export function rememberOrder(receiptUrl: string, now = Date.now()): void {
  try {
    localStorage.setItem(STORED, JSON.stringify({ receiptUrl, at: now } satisfies Stored))
  } catch {
    // The buyer also has it by email.
  }
}

/** Null if no order was placed here within a week; an older one is forgotten. */
export function lastOrder(now = Date.now()): string | null {
  const stored = storedOrder()
  if (!stored) return null
  if (Math.abs(now - stored.at) < MAX_AGE) return stored.receiptUrl
  forgetLastOrder()
  return null
}

export function forgetLastOrder(): void {
  try {
    localStorage.removeItem(STORED)
  } catch {
    // Without storage there is nothing to forget.
  }
}

function storedOrder(): Stored | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? 'null')
    return isStored(stored) ? stored : null
  } catch {
    return null
  }
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null || !('receiptUrl' in value) || !('at' in value))
    return false
  return (
    typeof value.receiptUrl === 'string' &&
    RECEIPT.test(value.receiptUrl) &&
    typeof value.at === 'number'
  )
}
