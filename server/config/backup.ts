import { join, resolve } from 'node:path'
import { z } from 'zod'
import { MAX_PASSPHRASE_LENGTH, MIN_PASSPHRASE_LENGTH } from '#contract/backups/backups.ts'

/** Where backups are kept, and the passphrase they are encrypted with; null: readable. */
export type BackupPlace = { folder: string; passphrase: string | null }

export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  BACKUP_PASSPHRASE: z
    .string()
    .min(MIN_PASSPHRASE_LENGTH, `must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
    .max(MAX_PASSPHRASE_LENGTH, `must have at most ${MAX_PASSPHRASE_LENGTH} characters`)
    .optional(),
}

type Variables = z.output<z.ZodObject<typeof backupVariables>>

export function backupPlaceOf(
  { BACKUP_DIR, BACKUP_PASSPHRASE }: Variables,
  dataDir: string,
): BackupPlace {
  return { folder: BACKUP_DIR ?? join(dataDir, 'backups'), passphrase: BACKUP_PASSPHRASE ?? null }
}
