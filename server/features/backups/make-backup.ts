import { holdJob } from '#server/core/job-lock.ts'
import { forget, replaceMemory } from '#server/core/key-value.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { type BackupKind, backupName } from './backup-name.ts'

/**
 * Begins a backup, one at a time among all processes of the shop; `done` is settled when it is kept or has failed, and never
 * rejects. A failure stands at the desk until a backup succeeds. @throws Refusal 'backup-running'
 */
export async function beginBackup(shop: Shop, kind: BackupKind): Promise<{ done: Promise<boolean> }> {
  const now = shop.now()
  const held = await holdJob(shop, 'back up')
  if (!held) throw new Refusal('backup-running', 'A backup is already in progress.')
  const name = backupName(kind, now, shop.backups.isEncrypted)
  let isWritten = false
  const done = shop.later('back up', async () => {
    try {
      await shop.backups.make(name, now)
      await write(shop.db, (tx) => forget(tx, 'backup_alert'))
      isWritten = true
    } catch (error) {
      const alert = { at: shop.now().toISOString(), message: error instanceof Error ? error.message : String(error) }
      await write(shop.db, (tx) => replaceMemory(tx, 'backup_alert', JSON.stringify(alert)))
      throw error
    } finally {
      await held.release()
    }
  })
  return { done: done.then(() => isWritten) }
}
