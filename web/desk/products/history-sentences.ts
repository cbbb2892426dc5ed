import type { RecordedName } from '#contract/people/history.ts'
import {
  dollarsIn,
  numberIn,
  type Sentence,
  type Sentences,
  textIn,
} from '../shared/recorded-state.ts'

const nameOf = ({ before, after }: Parameters<Sentence>[0], kind: string) =>
  textIn(after, 'name') ||
  textIn(after, 'title') ||
  textIn(before, 'name') ||
  textIn(before, 'title') ||
  kind

const named =
  (kind: string, what: string): Sentence =>
  (entry) =>
    `${nameOf(entry, kind)} ${what}`

export const PRODUCT_SENTENCES = {
  'product created': named('A product', 'added to the shop'),
  'product changed': named('A product', 'changed'),
  'product deleted': named('A product', 'taken out of the shop'),
  'product restored': named('A product', 'put back into the shop'),
  'products arranged': () => 'Products put in a different order',
  'category created': named('A category', 'added to the categories'),
  'category changed': named('A category', 'changed in the categories'),
  'recipe created': named('A recipe', 'added to the recipes'),
  'recipe changed': named('A recipe', 'changed in the recipes'),
  'recipe deleted': named('A recipe', 'deleted from the recipes'),
  'price created': named('An ingredient', 'added to the prices of ingredients'),
  'price changed': named('An ingredient', 'changed in the prices of ingredients'),
  'price deleted': named('An ingredient', 'deleted from the prices of ingredients'),
  'page created': (entry) => `Page “${nameOf(entry, 'untitled')}” added`,
  'page changed': (entry) => `Page “${nameOf(entry, 'untitled')}” changed`,
  'page deleted': (entry) => `Page “${nameOf(entry, 'untitled')}” deleted`,
  'picture created': () => 'Picture uploaded',
  'picture deleted': () => 'Picture removed',
  'harvest printed': () => 'Harvest list printed',
  'list exported': ({ after }) => `List downloaded as CSV: ${textIn(after, 'list')}`,
  'short shared': ({ after }) => {
    const changed = numberIn(after, 'changed') + numberIn(after, 'ended')
    const orders = changed === 1 ? '1 order' : `${changed} orders`
    const refunded = numberIn(after, 'refunded')
    const back = refunded > 0 ? `, ${dollarsIn(after, 'refunded')} goes back` : ''
    const product = textIn(after, 'product') || 'A harvest'
    return `${product} was short: ${numberIn(after, 'have')} shared out, ${orders} changed${back}`
  },
} as const satisfies Partial<Record<RecordedName, Sentence>> & Sentences
