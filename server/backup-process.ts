// One backup in its own process; instructions and result are messages.

import { ownerMessage } from './core/owner-messages.ts'
import { openSource, writeBackup } from './features/backups/write-backup.ts'
import type { BackupOrder, Progress } from './outside/backup-runner.ts'
import { serveOrders } from './outside/child-process.ts'

serveOrders(make, ownerMessage)

async function make(order: BackupOrder, report: (progress: Progress) => void): Promise<true> {
  const { where, file, passphrase, now } = order
  const source = await openSource(where)
  const onProgress = (done: number, total: number) => report({ done, total })
  await writeBackup(source, file, { passphrase, now: new Date(now), onProgress }).finally(() =>
    source.database.close(),
  )
  return true
}
