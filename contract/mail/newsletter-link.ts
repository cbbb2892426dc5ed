/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/

/** A well-formed secret that opens nothing; stands in for any other that opens nothing. */
export const NO_LINK = 'A'.repeat(43)

export function isLinkSecret(text: string): boolean {
  return SECRET.test(text)
}

export function confirmPath(secret: string): string {
  return `/newsletter/confirm/${secret}`
}

/** GET shows a page; POST is a mail program's one-click unsubscribe (RFC 8058). */
export function leavePath(secret: string): string {
  return `/newsletter/unsubscribe/${secret}`
}
