import { requireBackup } from './read-backup.ts'
import type { Restored, RestoreRequest } from './restore-stage.ts'
import { restoreToFolder } from './restore-to-folder.ts'
import { restoreToPostgres } from './restore-to-postgres.ts'

/**
 * Puts a backup in the place of the shop: it is built beside it and checked as a whole, and only
 * then it takes its place, at once. Whatever fails before changes nothing. @throws BackupError,
 * ShopAlreadyOpenError, NewerSchemaError
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  await requireBackup(request.file, request.passphrase)
  return request.databaseUrl
    ? restoreToPostgres(request, request.databaseUrl)
    : restoreToFolder(request)
}
