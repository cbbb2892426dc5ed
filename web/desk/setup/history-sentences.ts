import type { HistoryEntry } from '#contract/history.ts'
import type { HistoryLabels } from '../shared/history.tsx'

export const EMAIL_HISTORY: HistoryLabels = {
  server: { label: 'Mail server' },
  from: { label: 'Emails come from' },
}

/** Nothing secret stands in the history, so nothing does in these. */
export const SETUP_SENTENCES: Readonly<Record<string, (entry: HistoryEntry) => string>> = {
  'email changed': ({ after }) => (after ? 'Email settings changed' : 'Email turned off'),
  'passphrase changed': () => 'Passphrase of backups changed',
  'passphrase removed': () => 'Passphrase of backups removed',
  'shop restore asked for': ({ after }) => `Going back to a backup asked for: ${after?.name ?? ''}`,
  'shop restore given up': ({ after }) => `Going back to a backup given up: ${after?.name ?? ''}`,
  'shop restored': ({ after }) => `The shop went back to a backup: ${after?.name ?? ''}`,
  'shop not restored': ({ after }) =>
    `The shop could not go back to a backup: ${after?.name ?? ''}`,
}
