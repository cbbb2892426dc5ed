import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'

const PROGRAM = resolve(import.meta.dirname, '../backup-process.ts')

/** What the other process is asked to do. */
export type BackupOrder = {
  where: Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>
  file: string
  passphrase: string | null
  now: string
}

/** What it says: how far it is, that the file is there, or why not. */
export type BackupWord = Progress | { made: true } | { failed: string }

/** Rows read so far, and rows in all. */
export type Progress = { done: number; total: number }

/** Makes backups in a process of its own, one at a time, so that shoppers do not wait for it. */
export type BackupPress = {
  folder: string
  isEncrypted: boolean
  /** How far the running one is; null while there is none. */
  progress(): Progress | null
  /** Makes a backup under this name in the folder. @throws Error with one sentence for the owner */
  make(name: string, now: Date): Promise<void>
  /** Ends the running one, which leaves nothing. */
  stop(): void
}

export function backupPress({ dataDir, databaseUrl, pictureBucket, backup }: Config): BackupPress {
  const { folder, passphrase } = backup
  let running: { child: ChildProcess; progress: Progress } | null = null
  const make = async (name: string, now: Date) => {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const progress: Progress = { done: 0, total: 0 }
    running = { child, progress }
    const order: BackupOrder = {
      where: { dataDir, databaseUrl, pictureBucket },
      file: join(folder, name),
      passphrase,
      now: now.toISOString(),
    }
    try {
      await followed(child, order, progress)
    } finally {
      child.kill('SIGKILL')
      running = null
    }
  }
  return {
    folder,
    isEncrypted: passphrase !== null,
    progress: () => running && { ...running.progress },
    make,
    stop: () => running?.child.kill('SIGKILL'),
  }
}

/** Passphrase and keys go through the pipe between the two: arguments and variables of a process can be seen by others. */
async function followed(child: ChildProcess, order: BackupOrder, progress: Progress): Promise<void> {
  const { promise, resolve: succeed, reject } = Promise.withResolvers<void>()
  child.on('message', (word: BackupWord) => {
    if ('made' in word) succeed()
    else if ('failed' in word) reject(new Error(word.failed))
    else Object.assign(progress, word)
  })
  child.on('error', reject)
  once(child, 'exit').then(
    () => reject(new Error('The backup was broken off before it was done.')),
    () => {},
  )
  child.send(order, (error) => error && reject(error))
  await promise
}
