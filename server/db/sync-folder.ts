import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the names in a folder last: what was renamed into it or out of it survives a power cut. Of a file: what is in it. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
