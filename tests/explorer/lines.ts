/** How much may go wrong, and how often a line that could go on is made to wait for another. */
export type Bounds = { faults: number; switches: number; traces?: number }

/**
 * One thing at a time on someone's way: a step of an actor, or work that follows an answer. It
 * lives in one process, and all it has seen is its position.
 */
export type Line = { name: string; path: string; life: number; made: number; seen: string }

/** Waits at the card provider's door, or for a moment until it looks again. */
export type Waiting = {
  line: Line
  what: string
  since: number
  pause: number | null
  work: () => unknown
  resume: (how: How) => void
}

export type How = 'answered' | 'answer lost' | 'never heard'

export class Silence extends Error {}

/**
 * Taken as soon as it may be. `run` is abandoned when the shop's process dies. Nobody's step, such
 * as time passing, fits between any two waits and is no switch.
 */
export type Step = {
  name: string
  mayRun: () => boolean
  run: () => Promise<void>
  isNobodys?: true
}

export type Actor = { name: string; steps: Step[]; done: number; isBusy: boolean }

export type Option = { label: string; line: Line | null; isNobodys?: true; take: () => void }

export type Outcome = How | 'the process dies before' | 'the process dies after'

/** The usual outcome first. A question changes nothing, so it can only go unanswered. */
export function outcomesOf({ what, pause }: Waiting, mayFail: boolean): Outcome[] {
  if (pause !== null || !mayFail) return ['answered']
  const unheard: Outcome[] = ['answered', 'never heard', 'the process dies before']
  return what.startsWith('read') ? unheard : [...unheard, 'answer lost', 'the process dies after']
}

export function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // The provider's own refusal is lost with its answer.
  }
}
