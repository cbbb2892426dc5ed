import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { syncFolder } from '#server/files/durable-files.ts'
import { endRequest } from './restore-request.ts'

/** A folder of this name is a restored shop, whole and checked, that only has to take its place. */
const READY = 'restore-ready'

const FILES = ['shop.db', 'shop.db-wal', 'shop.db-shm']

/**
 * Puts a checked database into the place of the shop's, which moves to the folder `undo` beside it.
 * From the one rename on that begins it, the new shop is decided: whatever breaks off,
 * `finishRestore` does the rest.
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

/** Finishes a decided restore that was broken off; answers the former shop's folder, or null. */
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
  // Before the folder goes: as long as it is there, the next start asks for nothing anew.
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
