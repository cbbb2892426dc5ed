import type { HistoryEntry } from '#contract/history.ts'

const labelIn = (state: HistoryEntry['before']) => String(state?.label ?? '')

export const STALL_SENTENCES = {
  'order noted': ({ after }: HistoryEntry) => noted(after),
  'sale noted': ({ after }: HistoryEntry) => noted(after),
  'day noted': ({ after }: HistoryEntry) => noted(after),
  'phone granted': ({ after }: HistoryEntry) => `${labelIn(after)} may sell at the market`,
  'phone lost': ({ before }: HistoryEntry) => `${labelIn(before)} is lost`,
  'phone ended': ({ before }: HistoryEntry) => `${labelIn(before)} is done at the market`,
  'stall decided': ({ after }: HistoryEntry) =>
    `Note of the stall ${after?.how === 'take' ? 'counted' : after?.how === 'leave' ? 'not counted' : 'seen to'}`,
}

function noted(after: HistoryEntry['after']): string {
  return `At the stall: ${String(after?.note ?? '')}`
}
