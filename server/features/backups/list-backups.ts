import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Backup } from '#contract/backups.ts'
import { readBackupName } from './backup-name.ts'

export async function listBackups(folder: string): Promise<Backup[]> {
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(names.map((name) => describe(folder, name)))
  return found.flatMap((backup) => backup ?? []).sort((one, other) => (one.madeAt < other.madeAt ? 1 : -1))
}

async function describe(folder: string, name: string): Promise<Backup | null> {
  const parsed = readBackupName(name)
  const file = parsed && (await stat(join(folder, name)).catch(() => null))
  if (!parsed || !file?.isFile()) return null
  return {
    name,
    kind: parsed.kind,
    madeAt: parsed.madeAt.toISOString(),
    bytes: file.size,
    isEncrypted: parsed.isEncrypted,
  }
}
