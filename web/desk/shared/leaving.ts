import { currentHash, holdHash, replaceHash } from '#web/ui/use-hash.ts'

// The desk's places in the browser's history: each entry knows its number and where it was opened from.

type Entry = { at: number; from: string | null }

/** A form with something typed: `ask` asks whether to leave it and may then call `go`. */
type Guard = { address: string; isTouched: () => boolean; confirm: (go: () => void) => void }

const guards = new Set<Guard>()

/** The entry that is shown; the address may be at another one for a moment. */
let shown = { at: 0, hash: '' }

/** Whether the next move was answered, or is the desk's own. */
let isFree = false

/** While the browser steps back, which takes a moment: what opens once it has. */
let step: { next: () => void } | null = null

/** How long a step of the browser is waited for, in milliseconds. */
const MAX_STEP = 500

/** On the market day's page each part of the desk asks for it. */
let watchers = 0

/** Begins to number the entries of the history; what is shown stays while a form is asked about. */
export function watchHistory(): () => void {
  watchers += 1
  if (watchers > 1) return stopWatching
  shown = { at: stampOf(history.state)?.at ?? stamp({ at: 0, from: null }).at, hash: addressed() }
  holdHash(heldHash)
  // Before anybody reads the hash: a form must not be gone when it is asked about.
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

/**
 * Closes what stands at the current address: back where it was
 * opened from, so that no step of the history is left over.
 */
export function leaveTo(hash: string): void {
  isFree = true
  const from = stampOf(history.state)?.from
  // The desk's own address shows its first tab.
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

/**
 * Goes on once a step back that is under way has ended: asked for in between, the same address would be closed by it.
 */
export function afterStepBack(go: () => void): void {
  if (step) step.next = go
  else go()
}

/** Goes there from a form that is done, in its place. */
export function finishAt(hash: string): void {
  isFree = true
  replaceHash(hash)
}

function onMove(event: Event): void {
  // After all who read the hash have drawn what was left.
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

/** The innermost form that would be lost there. */
function guardAgainst(hash: string): Guard | undefined {
  if (isFree) return undefined
  return [...guards].reverse().find((guard) => !isWithin(guard.address, hash) && guard.isTouched())
}

/** A dialog stays open under another one whose address goes on where its own ends. */
export function isWithin(address: string, hash: string): boolean {
  const path = pathOf(hash)
  return path === address || path.startsWith(`${address}/`)
}

/** `orders/7` of `orders/7?status=pending`. */
export function pathOf(hash: string): string {
  return hash.split('?', 1)[0] ?? ''
}

/** A place of the same tab, with what the list there is narrowed to. */
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
