/** 128 random bits in base64url: 22 characters, the last of which holds two bits. */
const SECRET = /^[\w-]{21}[AQgw]$/

/** A well-formed secret that opens nothing: whatever opens nothing is shown as this one is. */
export const NO_RECEIPT = 'A'.repeat(22)

export function isReceiptSecret(text: string): boolean {
  return SECRET.test(text)
}

/**
 * Where an order's receipt is, as a path of the shop. Who knows
 * it may read the order, so it is told to its buyer alone.
 */
export function receiptPath(secret: string): string {
  return `/o/${secret}`
}

export function calendarPath(secret: string): string {
  return `${receiptPath(secret)}/pickup.ics`
}
