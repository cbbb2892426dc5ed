import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const OWNERS_ALONE = 0o600

/** Puts a text in a file's place at once: whatever breaks off leaves the former one or this one. */
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

/**
 * Makes the names in a folder last: what was renamed into it
 * or out of it survives a power cut. Of a file: what is in it.
 */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
