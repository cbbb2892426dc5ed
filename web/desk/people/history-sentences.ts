import type { HistoryEntry } from '#contract/history.ts'

type Sentence = (entry: Pick<HistoryEntry, 'before' | 'after'>) => string

/** What was done with helpers and their phones, by subject and action. */
export const PEOPLE_SENTENCES: Readonly<Record<string, Sentence>> = {
  'person created': ({ after }) => `Helper added: ${after?.name ?? ''}`,
  'person changed': ({ before, after }) =>
    `${before?.name ?? ''} is now called ${after?.name ?? ''}`,
  'person linked': ({ after }) => `Link made for a phone of ${after?.name ?? ''}`,
  'person ended': ({ before }) => `${before?.name ?? ''} can no longer come in`,
  'device created': ({ after }) => `Phone linked: ${after?.name ?? ''}`,
  'device changed': ({ before, after }) =>
    `The phone “${before?.name ?? ''}” is now called “${after?.name ?? ''}”`,
  'device ended': ({ before }) => `Phone ended: ${before?.name ?? ''}`,
  'device signed out': () => 'Signed out on a linked phone',
}
