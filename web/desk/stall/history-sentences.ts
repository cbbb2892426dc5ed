import type { HistoryEntry } from '#contract/history.ts'
import type { Sentences } from '../shared/history-state.ts'

const labelIn = (state: HistoryEntry['before']) => String(state?.label ?? '')

export const STALL_SENTENCES = {
  'phone granted': ({ after }) => `${labelIn(after)} may sell at the market`,
  'phone lost': ({ before }) => `${labelIn(before)} is lost`,
  'phone ended': ({ before }) => `${labelIn(before)} is done at the market`,
  'stall decided': ({ after }) =>
    `Note of the stall ${after?.how === 'take' ? 'counted' : after?.how === 'leave' ? 'not counted' : 'seen to'}`,
} as const satisfies Sentences
