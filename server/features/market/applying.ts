import type { StallCommand } from '#contract/market/commands.ts'
import type { DayWithPlace } from '#server/features/calendar/find-day.ts'
import type { Outcome, Sender } from './command-record.ts'

export type CommandOf<K extends StallCommand['kind']> = Extract<StallCommand, { kind: K }>

/** A command with what its effect needs; `day` is locked. */
export type Applying<C extends StallCommand = StallCommand> = {
  command: C
  day: DayWithPlace
  holder: Pick<Sender, 'phoneId' | 'person'>
  at: Date
  /** By the farmer's decision: what cannot be checked is taken as the phone sent it. */
  isTaken?: true
}

export const APPLIED: Outcome = { outcome: 'applied', counts: true, message: null }

export function setAside(message: string): Outcome {
  return { outcome: 'set-aside', counts: false, message }
}
