const STORED = 'farmstand:last-order'

const RECEIPT = /^\/o\/[\w-]+$/

/** Keeps the way to the receipt of an order in this browser, in place of the one before. */
export function rememberOrder(receiptUrl: string): void {
  try {
    localStorage.setItem(STORED, receiptUrl)
  } catch {
    // The buyer has it by e-mail as well.
  }
}

/** The path of the receipt of the last order made in this browser; null for none. */
export function lastOrder(): string | null {
  try {
    const stored = localStorage.getItem(STORED) ?? ''
    return RECEIPT.test(stored) ? stored : null
  } catch {
    return null
  }
}
