import { join, resolve } from 'node:path'
import { secondsLeft } from '#contract/time/time-left.ts'
import type { Config } from '#server/config/config.ts'
import { type Running, runInProcess } from './child-process.ts'
import { copyBackup, describeCopyPlace } from './copy-backup.ts'

const PROGRAM = resolve(import.meta.dirname, '../backup-process.ts')

export type BackupOrder = {
  where: Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>
  file: string
  passphrase: string | null
  now: string
}

export type Progress = { done: number; total: number }

export type BackupRunner = ReturnType<typeof backupRunner>

type BackupConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket' | 'backup'>

/** `readPassphrase` is called for each backup: the desk may change it. */
export function backupRunner(
  { dataDir, databaseUrl, pictureBucket, backup }: BackupConfig,
  readPassphrase: () => string | null,
) {
  const { folder, copyTo } = backup
  const stopped = new AbortController()
  let running: { process: Running<true>; progress: Progress; begun: number } | null = null
  /** Makes a backup under this name in the folder. @throws Error with one sentence for the owner */
  const make = async (name: string, now: Date): Promise<void> => {
    const progress: Progress = { done: 0, total: 0 }
    const order: BackupOrder = {
      where: { dataDir, databaseUrl, pictureBucket },
      file: join(folder, name),
      passphrase: readPassphrase(),
      now: now.toISOString(),
    }
    const process = runInProcess<true, Progress>(PROGRAM, order, {
      brokenOff: 'The backup was interrupted before it finished.',
      onProgress: (news) => Object.assign(progress, news),
    })
    running = { process, progress, begun: performance.now() }
    try {
      await process.answer
    } finally {
      running = null
    }
  }
  return {
    folder,
    get isEncrypted() {
      return readPassphrase() !== null
    },
    /** Null if none is running; `secondsLeft` is null until it can be estimated. */
    progress: () => running && withTimeLeft(running.progress, performance.now() - running.begun),
    make,
    /** Null if backups stay on this machine. `copy` throws one sentence for the owner. */
    offSite: copyTo && {
      place: describeCopyPlace(copyTo),
      copy: (name: string) => copyBackup(copyTo, join(folder, name), { stop: stopped.signal }),
    },
    stop(): void {
      stopped.abort()
      running?.process.stop()
    },
  }
}

function withTimeLeft(progress: Progress, elapsed: number) {
  return { ...progress, secondsLeft: secondsLeft(elapsed, progress.done, progress.total) }
}
