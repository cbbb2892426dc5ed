export function waitPath(secret: string): string {
  return `/waiting/${secret}`
}

export const NOTIFY_ME = 'answer=tell-me'
export const NOT_ME = 'answer=not-me'
