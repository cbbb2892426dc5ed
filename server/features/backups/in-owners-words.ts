import { ConfigError } from '#server/config.ts'
import { whyUnreachable } from '#server/db/database-errors.ts'
import { NewerSchemaError } from '#server/db/migrate.ts'
import { MovedShopError } from '#server/db/moved-shop.ts'
import { NoShopError, ShopAlreadyOpenError } from '#server/db/open-database.ts'
import { ImageStoreError } from '#server/outside/image-store.ts'
import { BackupError } from './backup-error.ts'

const OWN_WORDS = [
  BackupError,
  ConfigError,
  ImageStoreError,
  MovedShopError,
  NewerSchemaError,
  NoShopError,
  ShopAlreadyOpenError,
]

const ABOUT: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EDQUOT: 'The disk is full.',
  EACCES: 'This may not be written or read here.',
  EPERM: 'This may not be written or read here.',
  EROFS: 'This disk cannot be written.',
  ENOENT: 'No folder can be made there.',
  EEXIST: 'A file stands where a folder is needed.',
  ENOTDIR: 'A file stands where a folder is needed.',
  ECONNREFUSED: 'No database answers at DATABASE_URL.',
  ENOTFOUND: 'There is no such host as in DATABASE_URL.',
  ERR_PARSE_ARGS_UNKNOWN_OPTION: 'This is not understood.',
}

/** One sentence for the owner, whatever went wrong; a bug of ours keeps its stack. */
export function inOwnersWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (OWN_WORDS.some((kind) => error instanceof kind)) return error.message
  const unreachable = whyUnreachable(error)
  if (unreachable) return `The PostgreSQL database cannot be reached: ${unreachable}. (${error.message})`
  const about = 'code' in error ? ABOUT[String(error.code)] : undefined
  if (about) return `${about} (${error.message})`
  return /database or disk is full/.test(error.message) ? 'The disk is full.' : (error.stack ?? error.message)
}
