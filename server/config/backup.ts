import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Where backups are kept, and the passphrase they are encrypted with; null: readable. */
export type BackupPlace = { folder: string; passphrase: string | null }

/** Whoever has the file may try out passphrases for ever, so a short one is none. */
const MIN_PASSPHRASE_LENGTH = 12

export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
    .max(1000, 'must have at most 1000 characters')
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof backupVariables>>

export function backupPlaceOf(
  { BACKUP_DIR, BACKUP_PASSPHRASE }: Variables,
  dataDir: string,
): BackupPlace {
  return { folder: BACKUP_DIR ?? join(dataDir, 'backups'), passphrase: BACKUP_PASSPHRASE ?? null }
}
