import { BackupError } from './backup-error.ts'
import { readBackup } from './read-backup.ts'
import type { Restored, RestoreRequest } from './restore-request.ts'
import { restoreToFolder } from './restore-to-folder.ts'
import { restoreToPostgres } from './restore-to-postgres.ts'
import type { Piece, PieceHeader } from './shop-pieces.ts'

/**
 * Puts a backup in the place of the shop: it is built beside it and checked as a whole, and only then it takes its place, at
 * once. Whatever fails before changes nothing. @throws BackupError, ShopAlreadyOpenError, NewerSchemaError
 */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  await lookInside(request)
  return request.databaseUrl ? restoreToPostgres(request, request.databaseUrl) : restoreToFolder(request)
}

class Enough extends Error {}

/** Reads the first page alone, so that a wrong file or passphrase is said before anything is locked. */
async function lookInside({ file, passphrase }: RestoreRequest): Promise<void> {
  let found: PieceHeader | null = null
  try {
    await readBackup(file, passphrase, async (piece: Piece) => {
      if (piece.kind === 'about') found = piece.about
      throw new Enough()
    })
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  }
  if (!found) throw new BackupError('This is not a backup of a Farmstand shop.')
}
