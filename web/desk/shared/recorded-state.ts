import { formatMoney } from '#contract/money/money.ts'
import type { HistoryEntry, RecordedName } from '#contract/people/history.ts'
import type { FarmDates } from '#contract/time/date-format.ts'

export type State = HistoryEntry['after']

export type Sentence = (entry: HistoryEntry, dates: FarmDates) => string
export type Sentences = Partial<Record<RecordedName, Sentence>>

export const numberOf = ({ subject }: Pick<HistoryEntry, 'subject'>) => subject.split(':')[1] ?? ''

export function textIn(state: State, field: string): string {
  const value = state?.[field]
  return typeof value === 'string' ? value : ''
}

export function numberIn(state: State, field: string): number {
  const value = state?.[field]
  return typeof value === 'number' ? value : 0
}

export function listIn(state: State, field: string): string[] {
  const value = state?.[field]
  return Array.isArray(value) ? value.map(String) : []
}

export function rowsIn(state: State, field: string): NonNullable<State>[] {
  const value = state?.[field]
  return Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : []
}

export function dollarsIn(state: State, field: string): string {
  return formatMoney(numberIn(state, field))
}
