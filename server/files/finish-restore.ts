import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { syncFolder } from '#server/files/durable-files.ts'
import { endRequest } from './restore-request.ts'

const READY = 'restore-ready'

const FILES = ['shop.db', 'shop.db-wal', 'shop.db-shm']

/**
 * Swaps in a checked database; the shop's moves to the folder `undo` beside it. The first rename
 * decides: whatever goes wrong after it, `finishRestore` completes the switch.
 */
export function switchDatabase(dataDir: string, staged: string, undo: string, now: Date): void {
  writeFileSync(join(staged, 'undo'), basename(undo), { flush: true })
  syncFolder(staged)
  renameSync(staged, join(dataDir, READY))
  syncFolder(dataDir)
  finishRestore(dataDir, now)
}

export function isRestoreDecided(dataDir: string): boolean {
  return existsSync(join(dataDir, READY))
}

/** Finishes an interrupted restore that was decided; returns the old shop's folder, or null. */
export function finishRestore(dataDir: string, now: Date): string | null {
  const ready = join(dataDir, READY)
  if (!isRestoreDecided(dataDir)) return null
  const undo = existsSync(join(ready, 'undo'))
    ? basename(readFileSync(join(ready, 'undo'), 'utf8'))
    : null
  // While the new file waits here, whatever stands in its place is the old one.
  if (undo && existsSync(join(ready, 'shop.db'))) {
    moveAside(dataDir, join(dataDir, undo))
    renameSync(join(ready, 'shop.db'), join(dataDir, 'shop.db'))
  }
  syncFolder(dataDir)
  // Before removing the folder: while it exists, the next start begins nothing new.
  const keptIn = undo && existsSync(join(dataDir, undo)) ? join(dataDir, undo) : null
  endRequest(dataDir, { keptIn, failure: null }, now)
  rmSync(ready, { recursive: true })
  return undo
}

function moveAside(dataDir: string, aside: string): void {
  const present = FILES.filter((file) => existsSync(join(dataDir, file)))
  if (present.length === 0) return
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  for (const file of present) renameSync(join(dataDir, file), join(aside, file))
  syncFolder(aside)
  syncFolder(dataDir)
}
