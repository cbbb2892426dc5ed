import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from './durable-files.ts'
import { makeFolder } from './private-files.ts'

/** Typed at the desk, readable by nobody else, and left out of backups. */
type SecretName = 'mail.json' | 'stripe.json' | 'backup-passphrase' | 'restore-passphrase'

function secretsFolder(dataDir: string): string {
  return join(dataDir, 'secrets')
}

export function readSecret(dataDir: string, name: SecretName): string | null {
  return readIfThere(join(secretsFolder(dataDir), name))
}

export function writeSecret(dataDir: string, name: SecretName, text: string): void {
  const folder = secretsFolder(dataDir)
  makeFolder(folder)
  chmodSync(folder, 0o700)
  replaceFile(join(folder, name), text)
}

export function removeSecret(dataDir: string, name: SecretName): void {
  rmSync(join(secretsFolder(dataDir), name), { force: true })
}

export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
