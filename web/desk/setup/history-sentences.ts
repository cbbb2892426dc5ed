import type { HistoryEntry } from '#contract/history.ts'
import type { HistoryLabels } from '../shared/history.tsx'

export const EMAIL_HISTORY: HistoryLabels = {
  server: { label: 'Mail server' },
  from: { label: 'Emails come from' },
}

/** Nothing secret stands in the history, so nothing does in these. */
export const SETUP_SENTENCES: Readonly<Record<string, (entry: HistoryEntry) => string>> = {
  'email changed': ({ after }) => (after ? 'Email settings changed' : 'Email turned off'),
}
