import type { MarketCommand } from '#contract/market/commands.ts'
import type { DayWithPlace } from '#server/features/calendar/choose-day.ts'
import type { Outcome } from './command-record.ts'

export type CommandOf<K extends MarketCommand['kind']> = Extract<MarketCommand, { kind: K }>

/** A command with what its effect needs; `day` is locked, and null where the desk wrote of none. */
export type CommandContext<C extends MarketCommand = MarketCommand> = {
  command: C
  day: DayWithPlace | null
  /** When it happened, as is shown and added up by days. */
  happenedAt: Date
  at: Date
  /** By the farmer's decision: what cannot be checked is taken as the phone sent it. */
  isAccepted?: true
}

/** The same of what belongs to a market day always. */
export type DayCommandContext<C extends MarketCommand> = CommandContext<C> & { day: DayWithPlace }

export const APPLIED: Outcome = { outcome: 'applied', counts: true, message: null }

export function setAside(message: string): Outcome {
  return { outcome: 'set-aside', counts: false, message }
}

/** It has its effect, and the farmer is told of it. */
export function flagged(message: string, orderId?: number): Outcome {
  const outcome = { outcome: 'set-aside', counts: true, message } as const
  return orderId === undefined ? outcome : { ...outcome, orderId }
}
