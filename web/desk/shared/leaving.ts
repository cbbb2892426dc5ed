import { currentHash, holdHash, replaceHash } from '#web/ui/use-hash.ts'

// The desk's entries in the browser history. Each knows its number and where it was opened from.

type Entry = { at: number; from: string | null }

/** A form with something typed. `confirm` asks whether to leave it, and may then call `go`. */
type Guard = { address: string; isTouched: () => boolean; confirm: (go: () => void) => void }

const guards = new Set<Guard>()

/** The entry on screen; for a moment the address may differ. */
let shown = { at: 0, hash: '' }

/** Whether the next move was already confirmed, or is the desk's own. */
let isFree = false

/** Set while the browser steps back, which takes a moment: what to open afterward. */
let step: { next: () => void } | null = null

/** The longest wait for the browser to step back, in ms. */
const MAX_STEP = 500

/** On the market-day page, every part of the desk calls watchHistory. */
let watchers = 0

/** Starts numbering the history entries. What is on screen stays while a form asks. */
export function watchHistory(): () => void {
  watchers += 1
  if (watchers > 1) return stopWatching
  shown = { at: stampOf(history.state)?.at ?? stamp({ at: 0, from: null }).at, hash: addressed() }
  holdHash(heldHash)
  // Runs before anyone reads the hash, since a form must still be there when it asks.
  window.addEventListener('hashchange', onMove, { capture: true })
  return stopWatching
}

function stopWatching(): void {
  watchers -= 1
  if (watchers > 0) return
  window.removeEventListener('hashchange', onMove, { capture: true })
  holdHash(() => null)
}

export function guardForm(guard: Guard): () => void {
  guards.add(guard)
  return () => void guards.delete(guard)
}

/** Goes back to where this address was opened from, without an extra history entry. */
export function leaveTo(hash: string): void {
  isFree = true
  const from = stampOf(history.state)?.from
  // The desk's bare address shows its first tab.
  if (from === hash || (from === '' && hash === 'products')) stepBack()
  else replaceHash(hash)
}

function stepBack(): void {
  const own = { next: () => {} }
  step = own
  setTimeout(endStep, MAX_STEP, own)
  history.back()
}

function endStep(ended: typeof step): void {
  if (!ended || step !== ended) return
  step = null
  ended.next()
}

/** Waits for a step back in progress, which would close the same address if it opened sooner. */
export function afterStepBack(go: () => void): void {
  if (step) step.next = go
  else go()
}

export function finishAt(hash: string): void {
  isFree = true
  replaceHash(hash)
}

function onMove(event: Event): void {
  // Waits until everyone who reads the hash has rendered what was left.
  setTimeout(endStep, 0, step)
  const hash = addressed()
  const here = stampOf(history.state) ?? stamp({ at: shown.at + 1, from: shown.hash })
  const steps = here.at - shown.at
  const guard = guardAgainst(hash)
  isFree = false
  if (!guard || steps === 0) {
    shown = { at: here.at, hash }
    return
  }
  event.stopImmediatePropagation()
  history.go(-steps)
  guard.confirm(() => {
    isFree = true
    history.go(steps)
  })
}

function heldHash(): string | null {
  return guardAgainst(addressed()) ? shown.hash : null
}

function guardAgainst(hash: string): Guard | undefined {
  if (isFree) return undefined
  return [...guards].reverse().find((guard) => !isWithin(guard.address, hash) && guard.isTouched())
}

/** A dialog stays open below another whose address extends its own. */
export function isWithin(address: string, hash: string): boolean {
  const path = pathOf(hash)
  return path === address || path.startsWith(`${address}/`)
}

/** `orders/7` from `orders/7?status=pending`. */
export function pathOf(hash: string): string {
  return hash.split('?', 1)[0] ?? ''
}

export function withQuery(path: string): string {
  const now = currentHash()
  const query = now.indexOf('?')
  return tabOf(path) === tabOf(now) && query >= 0 ? path + now.slice(query) : path
}

function tabOf(hash: string): string {
  return hash.split(/[/?]/, 1)[0] ?? ''
}

function addressed(): string {
  return location.hash.slice(1)
}

function stamp(entry: Entry): Entry {
  history.replaceState({ desk: entry }, '')
  return entry
}

function stampOf(state: unknown): Entry | undefined {
  return (state as { desk?: Entry } | null)?.desk
}
