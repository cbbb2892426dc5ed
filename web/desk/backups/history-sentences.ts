import type { Sentences } from '../shared/history-state.ts'

export const BACKUP_SENTENCES = {
  'shop exported': () => 'Everything downloaded as open files',
  'backup created': () => 'Backup started',
  'backup downloaded': ({ after }) => `Backup downloaded: ${after?.name ?? ''}`,
  'passphrase changed': () => 'Passphrase of backups changed',
  'passphrase removed': () => 'Passphrase of backups removed',
  'shop restore asked for': ({ after }) => `Going back to a backup asked for: ${after?.name ?? ''}`,
  'shop restore given up': ({ after }) => `Going back to a backup given up: ${after?.name ?? ''}`,
  'shop restored': ({ after }) => `The shop went back to a backup: ${after?.name ?? ''}`,
  'shop not restored': ({ after }) =>
    `The shop could not go back to a backup: ${after?.name ?? ''}`,
} as const satisfies Sentences
