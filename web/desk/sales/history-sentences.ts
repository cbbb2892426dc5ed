import { formatList } from '#contract/format-list.ts'
import { dayIn } from '../calendar/history-sentences.ts'
import {
  dollarsIn,
  listIn,
  numberIn,
  rowsIn,
  type Sentence,
  type Sentences,
  type State,
  textIn,
} from '../shared/history-state.ts'

export const SALES_SENTENCES = {
  'sale sold': ({ after }) => `Sold ${soldIn(after)} for ${dollarsIn(after, 'total')}`,
  'sale undone': ({ before }) => `Sale undone: ${soldIn(before)} for ${dollarsIn(before, 'total')}`,
  'day loaded': (entry) => `On the truck for ${dayIn(entry)}: ${goodsIn(entry.after)}`,
  'day came home': (entry) => `Home from ${dayIn(entry)}: ${goodsIn(entry.after)}`,
  'day goods settled': (entry) => `What was sold beyond the stock settled: ${dayIn(entry)}`,
  'day cash moved': (entry) => `Cash box of ${dayIn(entry)}: ${movedIn(entry.after)}`,
  'day cash counted': (entry) => `Cash box of ${dayIn(entry)}: ${countedIn(entry.after)}`,
  'day phone written off': (entry) =>
    `Not waiting for the phone “${textIn(entry.after, 'phone')}” any more: ${dayIn(entry)}`,
} as const satisfies Sentences & Record<string, Sentence>

const soldIn = (state: State) => formatList(listIn(state, 'sold')) || 'goods'

function goodsIn(after: State): string {
  const parts = rowsIn(after, 'goods').flatMap((line) => {
    const name = textIn(line, 'name')
    if ('take' in line)
      return [line.take === 'all' ? `all ${name}` : `${numberIn(line, 'take')} × ${name}`]
    const waste = numberIn(line, 'waste')
    const lost = waste > 0 ? [`${waste} × ${name} that cannot be sold`] : []
    return [...(numberIn(line, 'back') > 0 ? [`${numberIn(line, 'back')} × ${name}`] : []), ...lost]
  })
  return parts.length === 0 ? 'nothing' : formatList(parts)
}

const MOVED: Readonly<Record<string, string>> = {
  start: 'of change at the start',
  put_in: 'put in',
  paid_out: 'paid out',
}

function movedIn(after: State): string {
  const note = textIn(after, 'note')
  const what = `${dollarsIn(after, 'amount')} ${MOVED[textIn(after, 'kind')] ?? 'moved'}`
  return note === '' ? what : `${what} (“${note}”)`
}

const countedIn = (after: State) =>
  `${dollarsIn(after, 'counted')} counted, ${dollarsIn(after, 'expected')} expected`
