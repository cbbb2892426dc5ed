import type { KeyboardEvent } from 'react'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Moves the focus between the links of rows marked `data-row`. Enter opens one, like any link. */
export function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event
  const step = STEPS[key]
  const isPlain = !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
  if (!step || !isPlain || !(target instanceof Element) || target.matches('input, select')) return
  const rows = [...currentTarget.querySelectorAll('[data-row]')]
  const at = rows.findIndex((row) => row.contains(target))
  if (at === -1) return
  event.preventDefault()
  rows[step(at, rows.length - 1)]?.querySelector<HTMLElement>('a[data-row-link]')?.focus()
}
