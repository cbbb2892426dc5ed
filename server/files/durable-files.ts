import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNERS_ALONE = 0o600

/** Atomic: whatever goes wrong leaves the old text or the new one. */
export function replaceFile(file: string, text: string): void {
  const part = `${file}.part`
  rmSync(part, { force: true })
  const handle = openSync(part, 'wx', OWNERS_ALONE)
  try {
    writeSync(handle, text)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(part, file)
  syncFolder(dirname(file))
}

/** Makes renames in a folder survive a power cut; for a file, its content. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
