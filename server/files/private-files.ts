import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, errorMessage } from '#server/core/error-message.ts'

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

/** Typed at the desk, readable by nobody else, and left out of backups. */
type SecretName = 'mail.json' | 'stripe.json' | 'backup-passphrase' | 'restore-passphrase'

function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets')
}

export function readSecret(dataDir: string, name: SecretName): string | null {
  return readIfThere(join(secretsFolder(dataDir), name))
}

/** Null takes it away. */
export function storeSecret(dataDir: string, name: SecretName, text: string | null): void {
  const folder = secretsFolder(dataDir)
  if (text === null) {
    rmSync(join(folder, name), { force: true })
    return
  }
  makeFolder(folder)
  chmodSync(folder, FOLDER)
  replaceFile(join(folder, name), text)
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Atomic: whatever goes wrong leaves the old text or the new one. */
export function replaceFile(file: string, text: string): void {
  const part = `${file}.part`
  rmSync(part, { force: true })
  writeFileSync(part, text, { flag: 'wx', mode: FILE, flush: true })
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
