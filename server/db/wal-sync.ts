import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ofDatabase, UnsyncedCommitError } from './database-errors.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
import { NOWHERE, readHeader, type WalPosition, writeAgain } from './wal-frames.ts'

/** How often a sync is tried before its commits are refused, and the pause in ms. */
const MAX_TRIES = 3
const PAUSE = 20

/**
 * A sync of more than so many ms is slow. After three in a row, so many syncs leave the thread that answers; then one
 * is timed again. On a fast disk that way out costs more than the wait.
 */
const SLOW_SYNC = 2
const MAX_SLOW = 3
const ASYNC_SYNCS = 100

/** At so many pages the WAL is copied into the database; how long it is, is looked at once in so many syncs. */
const MAX_WAL_PAGES = 4000
const MAX_TIGHT_PAGES = 250
const SYNCS_PER_LOOK = 8

export type WalSync = {
  /**
   * After each commit: resolves when the disk has it. @throws UnsyncedCommitError; the commit stands then, and
   * nothing that was read of it is answered before a later sync succeeds
   */
  syncCommit(): Promise<void>
  /** What an answer to a read has to wait for; null when the disk has all that can be read. */
  settled(): Promise<void> | null
  /** Called while no commit waits for the disk. A WAL that is copied whole is written from its beginning again. */
  checkpointIfLong(): void
  /** After a commit that failed: on a full disk a long WAL would take the room that the database needs for it. */
  stayShort(): void
  close(): void
}

type Wal = {
  file: string
  checkpointer: Checkpointer
  handle: number | null
  /** So many there were, and so many of them the disk has. */
  commits: number
  safeCommits: number
  /** A sync failed: the system then counts as written what may not be. */
  isDoubtful: boolean
  /** The disk was full, and may be again. */
  isTight: boolean
  syncs: number
  /** What one of the last syncs that succeeded found. */
  stored: WalPosition & { checkpointed: number }
  slow: number
  asyncLeft: number
  syncing: Promise<void> | null
}

/** The WAL of an SQLite file that is open with `synchronous = normal`, which leaves its syncs to us. */
export function walSync(file: string): WalSync {
  const checkpointer = openCheckpointer(file)
  const wal: Wal = {
    file: `${file}-wal`,
    checkpointer,
    handle: null,
    commits: 0,
    safeCommits: 0,
    isDoubtful: false,
    isTight: false,
    syncs: 0,
    stored: { ...NOWHERE, checkpointed: 0 },
    slow: 0,
    asyncLeft: 0,
    syncing: null,
  }
  function checkpointIfLong(): void {
    const { frames, checkpointed } = wal.stored
    if (frames - checkpointed < (wal.isTight ? MAX_TIGHT_PAGES : MAX_WAL_PAGES)) return
    // A power cut in the middle must find all that was copied in the WAL.
    if (wal.isDoubtful || wal.safeCommits < wal.commits) return
    wal.isDoubtful = !checkpointer.tryCheckpoint()
    wal.isTight ||= wal.isDoubtful
    wal.syncs = 0
  }
  return {
    async syncCommit() {
      wal.commits++
      // A sync that a reader asked for may have begun before this commit.
      if (wal.syncing) await wal.syncing.catch(() => {})
      return syncOnce(wal)
    },
    settled: () => (wal.safeCommits < wal.commits ? syncOnce(wal) : null),
    checkpointIfLong,
    stayShort() {
      wal.isTight = true
      checkpointIfLong()
    },
    close() {
      checkpointer.close()
      if (wal.handle !== null) closeSync(wal.handle)
    },
  }
}

export const NO_SYNC: WalSync = {
  syncCommit: async () => {},
  settled: () => null,
  checkpointIfLong() {},
  stayShort() {},
  close() {},
}

function syncOnce(wal: Wal): Promise<void> {
  wal.syncing ??= untilSynced(wal).finally(() => {
    wal.syncing = null
  })
  return wal.syncing
}

async function untilSynced(wal: Wal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { commits } = wal
    try {
      wal.handle ??= openSync(wal.file, 'r+')
      if (wal.isDoubtful) writeAgain(wal.handle, wal.stored)
      await sync(wal, wal.handle)
      // A commit that came meanwhile is for the next sync.
      if (wal.commits === commits && wal.syncs++ % SYNCS_PER_LOOK === 0)
        wal.stored = { header: readHeader(wal.handle), ...wal.checkpointer.length() }
      wal.isDoubtful = false
      wal.safeCommits = commits
      return
    } catch (cause) {
      wal.isDoubtful = true
      if (attempt === MAX_TRIES)
        throw ofDatabase(new UnsyncedCommitError('The disk could not store a commit.', { cause }))
      await pause(PAUSE)
    }
  }
}

function sync(wal: Wal, handle: number): Promise<void> | null {
  if (wal.asyncLeft > 0) {
    wal.asyncLeft--
    return syncInThreadPool(handle)
  }
  const start = performance.now()
  fdatasyncSync(handle)
  wal.slow = performance.now() - start > SLOW_SYNC ? wal.slow + 1 : 0
  if (wal.slow >= MAX_SLOW) wal.asyncLeft = ASYNC_SYNCS
  return null
}

function syncInThreadPool(handle: number): Promise<void> {
  return new Promise((resolve, reject) =>
    fdatasync(handle, (error) => (error ? reject(error) : resolve())),
  )
}

type Checkpointer = ReturnType<typeof openCheckpointer>

/** A connection of its own, since the writer's may be in the middle of the next transaction. */
function openCheckpointer(file: string) {
  const database = openSqliteFile(file, 'write')
  const length = database.prepare('pragma wal_checkpoint(noop)')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
  return {
    length() {
      const { log, checkpointed } = length.get() ?? {}
      return { frames: Number(log), checkpointed: Number(checkpointed) }
    },
    tryCheckpoint(): boolean {
      try {
        checkpoint.get()
        return true
      } catch {
        return false
      }
    },
    close: () => database.close(),
  }
}
