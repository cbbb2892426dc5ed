import type { HistoryLabels } from '../shared/history.tsx'
import type { Sentences } from '../shared/history-state.ts'

export const EMAIL_HISTORY: HistoryLabels = {
  server: { label: 'Mail server' },
  from: { label: 'Emails come from' },
}

/** The history holds no secrets, so neither do these. */
export const SETUP_SENTENCES = {
  'email changed': ({ after }) => (after ? 'Email settings changed' : 'Email turned off'),
} as const satisfies Sentences
