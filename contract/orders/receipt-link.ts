/** 128 random bits in base64url: 22 characters, the last of which holds two bits. */
const SECRET = /^[\w-]{21}[AQgw]$/

/** A well-formed secret that opens nothing: everything that opens nothing looks like it. */
export const NO_RECEIPT = 'A'.repeat(22)

export function isReceiptSecret(text: string): boolean {
  return SECRET.test(text)
}

/** An order's receipt as a path. Whoever knows it may read the order, so only its buyer is told. */
export function receiptPath(secret: string): string {
  return `/o/${secret}`
}

export function calendarPath(secret: string): string {
  return `${receiptPath(secret)}/pickup.ics`
}
