/** 128 random bits in base64url: 22 characters, the last of which holds two bits. */
const SECRET = /^[\w-]{21}[AQgw]$/

/** Stands in for any secret that opens nothing. */
export const NO_RECEIPT = 'A'.repeat(22)

export function isReceiptSecret(text: string): boolean {
  return SECRET.test(text)
}

/** Anyone who knows the path can read the order, so only its buyer is told. */
export function receiptPath(secret: string): string {
  return `/o/${secret}`
}

/** After a receipt’s path, opens the shop to add to the order. */
export const ADD_TO_ORDER = '#add'

/** After a receipt’s path, fills the cart with what the order had. */
export const ORDER_AGAIN = '#again'

export function calendarPath(secret: string): string {
  return `${receiptPath(secret)}/pickup.ics`
}
