import { MOVEMENTS } from '#contract/products/stock-journal.ts'
import { numberIn, type Sentence, type Sentences, textIn } from '../shared/recorded-state.ts'

const stockAction =
  (text: string): Sentence =>
  ({ after }) =>
    `${numberIn(after, 'units')} ${text}: ${textIn(after, 'name')}`

export const STOCK_SENTENCES = {
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
} as const satisfies Sentences
