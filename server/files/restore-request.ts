import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { readIfThere, replaceFile, storeSecret, syncFolder } from './private-files.ts'

// What the desk asked of the next start: DATA_DIR/restore-request holds the backup file and, once
// the farmer confirmed, request.json. The outcome goes to restored.json.

const restoreRequest = z.object({
  name: z.string(),
  madeAt: z.string(),
  requestedAt: z.string(),
  /** Starts that tried it; a shop that can't be restored must open again eventually. */
  tries: z.int(),
})
export type RequestedRestore = z.output<typeof restoreRequest>

const pastRestore = z.object({
  at: z.string(),
  name: z.string(),
  madeAt: z.string(),
  keptIn: z.nullable(z.string()),
  failure: z.nullable(z.string()),
  isRecorded: z.boolean(),
})
type EndedRestore = z.output<typeof pastRestore>

export function restoreFolder(dataDir: string): string {
  return join(dataDir, 'restore-request')
}

export function requestedFile(dataDir: string): string {
  return join(restoreFolder(dataDir), 'backup')
}

const requestIn = (dataDir: string) => join(restoreFolder(dataDir), 'request.json')
const endIn = (dataDir: string) => join(dataDir, 'restored.json')

export function readRequest(dataDir: string): RequestedRestore | null {
  return readJson(restoreRequest, requestIn(dataDir))
}

export function writeRequest(dataDir: string, request: RequestedRestore): void {
  replaceFile(requestIn(dataDir), JSON.stringify(request))
}

export function clearRequest(dataDir: string): void {
  rmSync(requestIn(dataDir), { force: true })
  rmSync(restoreFolder(dataDir), { recursive: true, force: true })
  storeSecret(dataDir, 'restore-passphrase', null)
}

export function endRequest(
  dataDir: string,
  end: Pick<EndedRestore, 'keptIn' | 'failure'>,
  at: Date,
): void {
  const request = readRequest(dataDir)
  if (!request) return
  const { name, madeAt } = request
  const ended = { at: at.toISOString(), name, madeAt, ...end, isRecorded: false }
  replaceFile(endIn(dataDir), JSON.stringify(ended satisfies EndedRestore))
  clearRequest(dataDir)
}

export function readEnded(dataDir: string): EndedRestore | null {
  return readJson(pastRestore, endIn(dataDir))
}

export function markRecorded(dataDir: string, ended: EndedRestore): void {
  replaceFile(endIn(dataDir), JSON.stringify({ ...ended, isRecorded: true }))
}

function readJson<Shape extends z.ZodType>(shape: Shape, file: string): z.output<Shape> | null {
  const text = readIfThere(file)
  if (text === null) return null
  try {
    return shape.parse(JSON.parse(text))
  } catch {
    return null
  }
}

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
