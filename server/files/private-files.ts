import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorMessage } from '#server/core/error-message.ts'

const OURS = /^(?:shop\.|restor|before-|uploads|backups|secrets)/

const FOLDER = 0o700
const FILE = 0o600

const EVERYBODYS = 0o1000

/** Files this process writes hold names and addresses, so only the owner may read them. */
export function makePrivate(): void {
  process.umask(0o077)
}

/**
 * Makes a data folder, or a file in one, accessible to its owner only; anything deeper is behind
 * that folder. Returns what to tell the owner if that fails, as in somebody else's folder.
 */
export function closeDataFolder(dataDir: string): string[] {
  makeFolder(dataDir)
  try {
    if (!(lstatSync(dataDir).mode & EVERYBODYS)) close(dataDir)
    for (const name of readdirSync(dataDir)) if (OURS.test(name)) close(join(dataDir, name))
    return []
  } catch (error) {
    const why = errorMessage(error)
    return [
      `DATA_DIR: other users on this machine can read the shop’s files, and that could not be changed (${why}).`,
    ]
  }
}

/** One by one: where none can be made, as in /proc, Node's recursive mkdir never ends. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: FOLDER })
}

function close(path: string): void {
  const found = lstatSync(path)
  const wanted = found.isDirectory() ? FOLDER : FILE
  if (found.isSymbolicLink() || !(found.mode & 0o077)) return
  chmodSync(path, wanted)
}
