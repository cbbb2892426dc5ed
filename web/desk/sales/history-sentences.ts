import { formatList } from '#contract/format-list.ts'
import { dayIn } from '../calendar/history-sentences.ts'
import {
  dollarsIn,
  listIn,
  type Sentence,
  type Sentences,
  type State,
  textIn,
} from '../shared/history-state.ts'

export const SALES_SENTENCES = {
  'sale sold': ({ after }) => `Sold ${soldIn(after)} for ${dollarsIn(after, 'total')}`,
  'sale noted': ({ after }) => noteIn(after),
  'order noted': ({ after }) => noteIn(after),
  'sale undone': ({ before }) => `Sale undone: ${soldIn(before)} for ${dollarsIn(before, 'total')}`,
  'day noted': (entry) => `${dayIn(entry)}: ${noteIn(entry.after)}`,
  'day goods settled': (entry) => `What was sold beyond the stock settled: ${dayIn(entry)}`,
  'day phone written off': (entry) =>
    `Not waiting for the phone “${textIn(entry.after, 'phone')}” any more: ${dayIn(entry)}`,
} as const satisfies Sentences & Record<string, Sentence>

const soldIn = (state: State) => formatList(listIn(state, 'sold')) || 'goods'

const noteIn = (state: State) => textIn(state, 'note')
