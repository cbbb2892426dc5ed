// One backup in a process of its own: what it is to do arrives as a message, and so does how it went. It ends with the server
// that asked for it.

import { setPriority } from 'node:os'
import { inOwnersWords } from './features/backups/in-owners-words.ts'
import { openSource } from './features/backups/open-source.ts'
import { writeBackup } from './features/backups/write-backup.ts'
import type { BackupOrder, BackupWord } from './outside/backup-press.ts'

/** Below the server, which goes on selling. */
const PRIORITY = 10

/** Words of progress are this far apart, in milliseconds. */
const PAUSE = 200

process.on('disconnect', () => process.exit(1))
process.on('message', async (order: BackupOrder) => {
  say(await make(order).then(() => ({ made: true }) as const, failureOf))
})

async function make({ where, file, passphrase, now }: BackupOrder): Promise<void> {
  setPriority(PRIORITY)
  const source = await openSource(where)
  let last = 0
  const onProgress = (done: number, total: number) => {
    if (Date.now() - last < PAUSE) return
    last = Date.now()
    say({ done, total })
  }
  await writeBackup(source, file, { passphrase, now: new Date(now), onProgress }).finally(() => source.database.close())
}

function failureOf(error: unknown): BackupWord {
  return { failed: inOwnersWords(error) }
}

function say(word: BackupWord): void {
  process.send?.(word)
}
