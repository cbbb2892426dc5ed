/** 256 bits in base64url. */
const SECRET = /^[\w-]{43}$/

/** A well-formed secret that opens nothing: everything that opens nothing looks like it. */
export const NO_LINK = 'A'.repeat(43)

export function isLinkSecret(text: string): boolean {
  return SECRET.test(text)
}

export function confirmPath(secret: string): string {
  return `/newsletter/confirm/${secret}`
}

/** Where a subscriber leaves: a page by GET, a mail program's one click by POST (RFC 8058). */
export function leavePath(secret: string): string {
  return `/newsletter/unsubscribe/${secret}`
}
