import { claimJob, releaseJob } from '#server/db/claim-job.ts'
import { forget, replaceMemory } from '#server/db/shop-memory.ts'
import { write } from '#server/db/write.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Shop } from '#server/shop.ts'
import { type BackupKind, backupName } from './backup-name.ts'

/** Whoever makes a backup says every minute that he is still at it; after five of silence another process may begin one. */
const MINUTE = 60_000
const SILENCE = 5 * MINUTE

/**
 * Begins a backup, one at a time among all processes of the shop; `done` is settled when it is kept or has failed, and never
 * rejects. A failure stands at the desk until a backup succeeds. @throws Refusal 'backup-running'
 */
export async function beginBackup(shop: Shop, kind: BackupKind): Promise<{ done: Promise<boolean> }> {
  const now = shop.now()
  const claim = { name: 'back up', holder: crypto.randomUUID() }
  const keepClaim = () => claimJob(shop.db, claim, shop.now(), new Date(shop.now().getTime() + SILENCE))
  if (!(await keepClaim())) throw new Refusal('backup-running', 'A backup is being made already.')
  const name = backupName(kind, now, shop.backups.isEncrypted)
  let isKept = false
  const done = shop.later('back up', async () => {
    const staying = setInterval(() => shop.later('stay at the backup', async () => void (await keepClaim())), MINUTE)
    try {
      await shop.backups.make(name, now)
      await write(shop.db, (tx) => forget(tx, 'backup_alert'))
      isKept = true
    } catch (error) {
      const alert = { at: shop.now().toISOString(), message: error instanceof Error ? error.message : String(error) }
      await write(shop.db, (tx) => replaceMemory(tx, 'backup_alert', JSON.stringify(alert)))
      throw error
    } finally {
      clearInterval(staying)
      await releaseJob(shop.db, claim)
    }
  })
  return { done: done.then(() => isKept) }
}
