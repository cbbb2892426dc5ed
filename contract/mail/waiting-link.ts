/** The path to join or leave the waiting list. */
export function waitPath(secret: string): string {
  return `/waiting/${secret}`
}

/** What the page's forms send. */
export const NOTIFY_ME = 'answer=tell-me'
export const NOT_ME = 'answer=not-me'
