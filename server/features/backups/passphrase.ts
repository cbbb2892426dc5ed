import type { BackupDesk } from '#contract/backups/backups.ts'
import type { Config } from '#server/config/config.ts'
import { recordEvent } from '#server/core/audit.ts'
import { requireSetHere } from '#server/core/refusal.ts'
import { readSecret, storeSecret } from '#server/files/private-files.ts'
import type { Shop } from '#server/shop.ts'

export type PassphraseConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'backup'>

const FILE = 'backup-passphrase'

/** The environment variable's, else the desk's; null means backups aren't encrypted. */
export function readPassphrase(place: PassphraseConfig): string | null {
  return place.backup.passphrase ?? deskPassphrase(place)
}

function deskPassphrase({ databaseUrl, dataDir }: PassphraseConfig): string | null {
  return databaseUrl ? null : readSecret(dataDir, FILE)
}

const VARIABLE =
  'The passphrase is set by BACKUP_PASSPHRASE on the server. Change it there and restart the shop; or take it out to set one here.'
const SEVERAL =
  'This shop is on PostgreSQL, where several servers may share it: the passphrase is set by BACKUP_PASSPHRASE on each server.'

type Shown = Pick<BackupDesk, 'passphraseSetBy' | 'whyNoPassphrase'>

export function showPassphrase(place: PassphraseConfig): Shown {
  if (place.backup.passphrase !== null)
    return { passphraseSetBy: 'environment', whyNoPassphrase: VARIABLE }
  const passphraseSetBy = deskPassphrase(place) === null ? null : 'desk'
  return { passphraseSetBy, whyNoPassphrase: place.databaseUrl ? SEVERAL : null }
}

/** Null leaves backups readable from now on. @throws Refusal 'set-elsewhere' */
export async function changePassphrase(
  { db, now }: Shop,
  place: PassphraseConfig,
  passphrase: string | null,
): Promise<void> {
  requireSetHere(showPassphrase(place).whyNoPassphrase)
  const former = readSecret(place.dataDir, FILE)
  storeSecret(place.dataDir, FILE, passphrase)
  const action = passphrase === null ? 'removed' : 'changed'
  try {
    await recordEvent(db, { action, subject: 'passphrase' }, now())
  } catch (error) {
    storeSecret(place.dataDir, FILE, former)
    throw error
  }
}
