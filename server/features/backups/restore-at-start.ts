import { OwnerError } from '#server/config/config.ts'
import { recordEvent } from '#server/core/audit.ts'
import { ownerMessage } from '#server/core/owner-messages.ts'
import { ShopAlreadyOpenError } from '#server/db/open-database.ts'
import type { Db } from '#server/db/write.ts'
import { readSecret } from '#server/files/private-files.ts'
import {
  clearRequest,
  endRequest,
  isRestoreDecided,
  markRecorded,
  type RequestedRestore,
  readEnded,
  readRequest,
  requestedFile,
  writeRequest,
} from '#server/files/restore-request.ts'
import type { RestoreConfig } from './choose-backup.ts'
import { readPassphrase } from './passphrase.ts'

/** A killed restore is retried, but never keeps the shop closed. */
const MAX_TRIES = 3

/**
 * Restores the backup the desk asked for before the shop opens. Any failure leaves the shop as it
 * was, and it still opens. Returns lines for the log.
 * @throws ShopAlreadyOpenError
 */
export async function restoreAtStart(place: RestoreConfig, now: Date): Promise<string[]> {
  const { dataDir, databaseUrl } = place
  const request = databaseUrl ? null : readRequest(dataDir)
  // A restore past its commit point is finished when the database opens.
  if (!request || isRestoreDecided(dataDir)) return []
  try {
    if (request.tries >= MAX_TRIES) throw new OwnerError(INTERRUPTED)
    await restoreRequested(place, request, now)
    return [`Your shop was restored from the backup ${request.name} of ${request.madeAt}.`]
  } catch (error) {
    if (error instanceof ShopAlreadyOpenError) {
      writeRequest(dataDir, request)
      throw error
    }
    const failure = ownerMessage(error)
    endRequest(dataDir, { keptIn: null, failure }, now)
    return [`Your shop was not restored from the backup ${request.name}: ${failure}`]
  }
}

const INTERRUPTED = `It was interrupted ${MAX_TRIES} times, so the shop stays as it was.`

async function restoreRequested(
  place: RestoreConfig,
  request: RequestedRestore,
  now: Date,
): Promise<void> {
  const { dataDir, pictureBucket, backup } = place
  writeRequest(dataDir, { ...request, tries: request.tries + 1 })
  const { restoreBackup } = await import('./restore-backup.ts')
  await restoreBackup({
    dataDir,
    databaseUrl: null,
    pictureBucket,
    takeOver: false,
    now,
    file: requestedFile(dataDir),
    passphrase: readSecret(dataDir, 'restore-passphrase') ?? readPassphrase(place),
    backupFolder: backup.folder,
  })
}

/** Once the shop owns its folder: drops an unconfirmed file and records how the restore ended. */
export async function endRestore(
  db: Db,
  { dataDir, databaseUrl }: RestoreConfig,
  now: Date,
): Promise<void> {
  if (databaseUrl) return
  clearRequest(dataDir)
  const ended = readEnded(dataDir)
  if (!ended || ended.isRecorded) return
  const { name, madeAt, failure } = ended
  const action = failure === null ? 'restored' : 'not restored'
  await recordEvent(db, { action, subject: 'shop', after: { name, madeAt } }, now)
  markRecorded(dataDir, ended)
}
