import type { HistoryEntry } from '#contract/history.ts'
import { MOVEMENTS } from '#contract/stock-journal.ts'

type State = HistoryEntry['after']

const numberIn = (state: State, field: string) => {
  const value = state?.[field]
  return typeof value === 'number' ? value : 0
}

const textIn = (state: State, field: string) => {
  const value = state?.[field]
  return typeof value === 'string' ? value : ''
}

const stockAction = (text: string) => {
  return ({ after }: HistoryEntry) =>
    `${numberIn(after, 'units')} ${text}: ${textIn(after, 'name')}`
}

export const STOCK_SENTENCES: Readonly<Record<string, (entry: HistoryEntry) => string>> = {
  'product harvested': stockAction('harvested'),
  'product wasted': stockAction('wasted'),
  'product gave-away': stockAction('given away'),
  'product counted': ({ after }) =>
    `${numberIn(after, 'counted')} counted: ${textIn(after, 'name')}`,
  'product stock-undone': ({ after }) => {
    const undid = textIn(after, 'undid')
    const label = Object.entries(MOVEMENTS).find(([reason]) => reason === undid)?.[1].label
    return `Stock of ${textIn(after, 'name')} put back: ${label ?? 'a change'} undone`
  },
}
