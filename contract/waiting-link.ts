/** Where somebody joins or leaves the waiting list, as a path of the shop. */
export function waitPath(secret: string): string {
  return `/waiting/${secret}`
}

/** What the page's forms send: to be told, or not to be. */
export const NOTIFY_ME = 'answer=tell-me'
export const NOT_ME = 'answer=not-me'
