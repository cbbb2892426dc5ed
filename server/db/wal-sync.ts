import { closeSync, fdatasync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ofDatabase } from './database-errors.ts'
import { openSqliteFile } from './open-sqlite-file.ts'

/** SQLite's result code for an error of the disk. */
const IO_ERROR = 10

/** How often a sync is tried before its commits are refused, and the pause in ms. */
const MAX_TRIES = 3
const PAUSE = 20

/**
 * A sync of more than so many ms is slow. After three in a row, so many syncs leave the thread that answers; then one is
 * timed again. On a fast disk that way out costs more than the wait.
 */
const SLOW_SYNC = 2
const MAX_SLOW = 3
const ASYNC_SYNCS = 100

/** At so many pages the WAL is copied into the database; how long it is, is looked at once in so many syncs. */
const MAX_WAL_PAGES = 4000
const SYNCS_PER_LOOK = 8

/** The WAL's header, and the header of each of its frames, in bytes. */
const HEADER = 32
const FRAME_HEADER = 24

/** Where both of them hold the salts that are new with each generation of the WAL, and where the page size is. */
const SALTS = 8
const HEADER_SALTS_AT = 16
const FRAME_SALTS_AT = 8
const PAGE_SIZE_AT = 8

export type WalSync = {
  /**
   * After each commit: resolves when the disk has it. @throws the disk's error; the commit stands then, and
   * nothing that was read of it is answered before a later sync succeeds
   */
  syncCommit(): Promise<void>
  /** What an answer to a read has to wait for; null when the disk has all that can be read. */
  settled(): Promise<void> | null
  /** Called while no commit waits for the disk. */
  checkpointIfLong(): void
  close(): void
}

type Wal = {
  file: string
  checkpointer: Checkpointer
  handle: number | null
  isBehind: boolean
  /** A sync failed: the system then counts as written what may not be. */
  isDoubtful: boolean
  syncs: number
  /** What one of the last syncs that succeeded found. */
  stored: { header: Buffer; frames: number; checkpointed: number }
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
    isBehind: false,
    isDoubtful: false,
    syncs: 0,
    stored: { header: Buffer.alloc(HEADER), frames: 0, checkpointed: 0 },
    slow: 0,
    asyncLeft: 0,
    syncing: null,
  }
  return {
    async syncCommit() {
      wal.isBehind = true
      // A sync that a reader asked for may have begun before this commit.
      if (wal.syncing) await wal.syncing.catch(() => {})
      return syncOnce(wal)
    },
    settled: () => (wal.isBehind ? syncOnce(wal) : null),
    checkpointIfLong() {
      const { frames, checkpointed } = wal.stored
      if (frames - checkpointed < MAX_WAL_PAGES) return
      try {
        checkpointer.checkpoint()
      } catch {
        wal.isDoubtful = true
      }
      wal.syncs = 0
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
    try {
      wal.handle ??= openSync(wal.file, 'r+')
      if (wal.isDoubtful) writeAgain(wal.handle, wal.stored)
      await sync(wal, wal.handle)
      if (wal.syncs++ % SYNCS_PER_LOOK === 0)
        wal.stored = { header: readHeader(wal.handle), ...wal.checkpointer.length() }
      wal.isDoubtful = false
      wal.isBehind = false
      return
    } catch (cause) {
      wal.isDoubtful = true
      if (attempt === MAX_TRIES) {
        const error = new Error('The disk could not store a commit.', { cause })
        throw ofDatabase(Object.assign(error, { errcode: IO_ERROR }))
      }
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

function readHeader(handle: number): Buffer {
  const header = Buffer.alloc(HEADER)
  readSync(handle, header, 0, HEADER, 0)
  return header
}

/**
 * All frames of this generation that came after what is known to be on the disk. In one go, since SQLite may write to the
 * same file whenever this thread does something else.
 */
function writeAgain(handle: number, stored: Wal['stored']): void {
  const header = readHeader(handle)
  const isSame = header.equals(stored.header)
  if (!isSame) writeSync(handle, header, 0, HEADER, 0)
  const frame = Buffer.alloc(FRAME_HEADER + header.readUInt32BE(PAGE_SIZE_AT))
  const salts = header.subarray(HEADER_SALTS_AT, HEADER_SALTS_AT + SALTS)
  for (let at = HEADER + (isSame ? stored.frames : 0) * frame.length; ; at += frame.length) {
    const length = readSync(handle, frame, 0, frame.length, at)
    const own = frame.subarray(FRAME_SALTS_AT, FRAME_SALTS_AT + SALTS)
    if (length < frame.length || !own.equals(salts)) return
    writeSync(handle, frame, 0, frame.length, at)
  }
}

type Checkpointer = ReturnType<typeof openCheckpointer>

/** A connection of its own, since the writer's may be in the middle of the next transaction. */
function openCheckpointer(file: string) {
  const database = openSqliteFile(file, 'write')
  const length = database.prepare('pragma wal_checkpoint(noop)')
  const checkpoint = database.prepare('pragma wal_checkpoint(passive)')
  return {
    /** Frames of the WAL, and how many of them the database has. */
    length() {
      const { log, checkpointed } = length.get() ?? {}
      return { frames: Number(log), checkpointed: Number(checkpointed) }
    },
    checkpoint: () => void checkpoint.get(),
    close: () => database.close(),
  }
}
