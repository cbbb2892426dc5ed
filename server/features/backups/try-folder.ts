import { access, constants } from 'node:fs/promises'
import { getValue, replaceMemory } from '#server/core/key-value.ts'
import { ownerMessage } from '#server/db/owner-messages.ts'
import { makeFolder } from '#server/db/private-files.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { BackupError } from './backup-error.ts'

/**
 * Tries at the start whether backups can be kept, instead of at night. The shop sells all the same; what is wrong stands at the desk
 * until a backup succeeds. @throws BackupError for the log
 */
export async function tryBackupFolder({ db, backups, now }: Shop): Promise<void> {
  try {
    makeFolder(backups.folder)
    await access(backups.folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const message = `BACKUP_DIR: backups cannot be stored in ${backups.folder}. ${ownerMessage(error)}`
    const alert = JSON.stringify({ at: now().toISOString(), message })
    if ((await getValue(db, 'backup_alert')) === null) await write(db, (tx) => replaceMemory(tx, 'backup_alert', alert))
    throw new BackupError(message)
  }
}
