import { formatClock } from '#contract/time/device-clock.ts'

export const OFFLINE_LINE = 'offline'

const LOOK = 'border-b border-straw bg-yolk-pale px-4 py-3 text-center text-[0.9375rem]'

export function offlineText(path: string, at: Date, now: Date): string {
  if (path === '/checkout') return 'What you typed stays here. You can pay once you’re back online.'
  const what = path === '/' || path.startsWith('/p/') ? 'the shop' : 'the page'
  return `This is ${what} as of ${formatClock(at, now)}.`
}

/** `isCached`: the whole page is from then, not only what has changed since. */
export function offlineLine(text: string, { isCached }: { isCached: boolean }): string {
  const attribute = isCached ? ' data-kept' : ''
  return `<p id="${OFFLINE_LINE}" role="status" class="${LOOK}"${attribute}><strong>No connection.</strong> ${text}</p>`
}
