import { dayIn } from '../calendar/history-sentences.ts'
import { type Sentence, type Sentences, type State, textIn } from '../shared/history-state.ts'

export const SALES_SENTENCES = {
  'sale noted': ({ after }) => noteIn(after),
  'order noted': ({ after }) => noteIn(after),
  'day noted': (entry) => `${dayIn(entry)}: ${noteIn(entry.after)}`,
  'day goods settled': (entry) => `What was sold beyond the stock settled: ${dayIn(entry)}`,
  'day phone written off': (entry) =>
    `No longer waiting for the phone “${textIn(entry.after, 'phone')}”: ${dayIn(entry)}`,
} as const satisfies Sentences & Record<string, Sentence>

const noteIn = (state: State) => textIn(state, 'note')
