/** How much may go wrong, and how often one who could go on is made to wait for another. */
export type Bounds = { faults: number; switches: number; traces?: number }

/**
 * One thing at a time on someone's way: a step of an actor, or work of the shop that follows an answer. It lives in one
 * process, and where it stands is all that it has seen.
 */
export type Line = { name: string; path: string; life: number; made: number; seen: string }

/** A line that waits: at the card provider's door, or for a moment until it looks again. */
export type Waiting = {
  line: Line
  what: string
  since: number
  pause: number | null
  work: () => unknown
  resume: (how: How) => void
}

export type How = 'answered' | 'answer lost' | 'never heard'

/** What a provider's silence looks like from inside the shop. */
export class Silence extends Error {}

/**
 * A step that someone takes as soon as he may. `run` is given up when the shop's process dies in it.
 * One that is nobody's, such as time that goes by, comes between any two waits and is no switch.
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

/** What can become of a wait, the usual first. A question changes nothing, so that it can only stay unanswered. */
export function outcomesOf({ what, pause }: Waiting, mayFail: boolean): Outcome[] {
  if (pause !== null || !mayFail) return ['answered']
  const unheard: Outcome[] = ['answered', 'never heard', 'the process dies before']
  return what.startsWith('read') ? unheard : [...unheard, 'answer lost', 'the process dies after']
}

/** Work whose own refusal nobody hears. */
export function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // The provider's own refusal is lost with its answer.
  }
}
