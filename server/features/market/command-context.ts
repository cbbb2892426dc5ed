import type { MarketCommand } from '#contract/market/commands.ts'
import type { DayWithPlace } from '#server/features/calendar/choose-day.ts'
import type { Outcome } from './command-record.ts'

export type CommandOf<K extends MarketCommand['kind']> = Extract<MarketCommand, { kind: K }>

/** A command with what it needs; `day` is locked, and null when the desk named none. */
export type CommandContext<C extends MarketCommand = MarketCommand> = {
  command: C
  day: DayWithPlace | null
  happenedAt: Date
  at: Date
  isAccepted?: true
}

export type DayCommandContext<C extends MarketCommand> = CommandContext<C> & { day: DayWithPlace }

export const APPLIED: Outcome = { outcome: 'applied', counts: true, message: null }

export function setAside(message: string): Outcome {
  return { outcome: 'set-aside', counts: false, message }
}

export function flagged(message: string, orderId?: number): Outcome {
  const outcome = { outcome: 'set-aside', counts: true, message } as const
  return orderId === undefined ? outcome : { ...outcome, orderId }
}
