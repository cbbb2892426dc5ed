import type { BackupDesk, PassphraseChange } from '#contract/backups/backups.ts'
import type { Config } from '#server/config/config.ts'
import { recordEvent } from '#server/core/audit.ts'
import { invalidField, requireSetHere } from '#server/core/refusal.ts'
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

/** @throws Refusal 'set-elsewhere', 'invalid' if it wasn't typed the same twice */
export async function changePassphrase(
  shop: Shop,
  place: PassphraseConfig,
  { passphrase, again }: PassphraseChange,
): Promise<void> {
  requireSetHere(showPassphrase(place).whyNoPassphrase)
  if (passphrase !== again)
    throw invalidField('again', 'That is not the same passphrase. Please type it once more.')
  await replaceAndRecord(shop, place, passphrase)
}

/** @throws Refusal 'set-elsewhere' */
export async function removePassphrase(shop: Shop, place: PassphraseConfig): Promise<void> {
  requireSetHere(showPassphrase(place).whyNoPassphrase)
  await replaceAndRecord(shop, place, null)
}

async function replaceAndRecord(
  { db, now }: Shop,
  { dataDir }: PassphraseConfig,
  passphrase: string | null,
): Promise<void> {
  const former = readSecret(dataDir, FILE)
  storeSecret(dataDir, FILE, passphrase)
  const action = passphrase === null ? 'removed' : 'changed'
  try {
    await recordEvent(db, { action, subject: 'passphrase' }, now())
  } catch (error) {
    storeSecret(dataDir, FILE, former)
    throw error
  }
}
