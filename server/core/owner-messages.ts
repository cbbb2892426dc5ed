import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { OwnerError } from '#server/config/config.ts'
import { whyUnreachable } from '#server/db/database-errors.ts'
import { errorCode } from './error-message.ts'

const AT_START: Readonly<Record<string, string>> = {
  EACCES: 'PORT, METRICS_PORT or DATA_DIR: this is not allowed here',
  EADDRINUSE: 'PORT or METRICS_PORT: another program is already listening there',
  EADDRNOTAVAIL: 'HOST or METRICS_HOST: this machine has no such address',
  ECONNREFUSED: 'DATABASE_URL: no database answers there',
  EEXIST: 'DATA_DIR: this is a file, not a folder',
  ENOENT: 'DATA_DIR: no folder can be created there',
  ENOTDIR: 'DATA_DIR: this is not a folder',
  ENOTFOUND: 'HOST, METRICS_HOST or DATABASE_URL: there is no such host',
  EPERM: 'DATA_DIR: this is not allowed here',
  EROFS: 'DATA_DIR: this disk is read-only',
  ERR_SQLITE_ERROR: 'DATA_DIR: shop.db cannot be used',
}

const LATER: Readonly<Record<string, string>> = {
  EACCES: 'The shop may not read or write here.',
  ECONNREFUSED: 'No database answers at DATABASE_URL.',
  EDQUOT: 'The disk is full.',
  EEXIST: 'There is a file where a folder is needed.',
  ENOENT: 'No folder can be created there.',
  ENOSPC: 'The disk is full.',
  ENOTDIR: 'There is a file where a folder is needed.',
  ENOTFOUND: 'The host in DATABASE_URL does not exist.',
  EPERM: 'The shop may not read or write here.',
  EROFS: 'This disk is read-only.',
}

/** Without a stack; null if it is our own bug. */
export function messageAtStart(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof OwnerError) return error.message
  const unreachable = whyUnreachable(error)
  if (unreachable) return `DATABASE_URL: ${unreachable} (${error.message})`
  const denied = accessOf(error)
  if (denied) return denied
  const meaning = AT_START[errorCode(error)]
  return meaning ? `${meaning} (${error.message || errorCode(error)})` : null
}

export function ownerMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof OwnerError) return error.message
  const unreachable = whyUnreachable(error)
  if (unreachable)
    return `The PostgreSQL database cannot be reached: ${unreachable}. (${error.message})`
  const denied = accessOf(error)
  if (denied) return denied
  const meaning = LATER[errorCode(error)]
  if (meaning) return `${meaning} (${error.message})`
  return /database or disk is full/.test(error.message)
    ? 'The disk is full.'
    : (error.stack ?? error.message)
}

/** Who owns a file or folder this process may not use, and what to do; null if that isn't why. */
export function whyNoAccess(path: string): string | null {
  const me = process.geteuid?.()
  const uid = ownerOf(path)
  if (uid === null && dirname(path) !== path) return whyNoAccess(dirname(path))
  if (me === undefined || uid === null || uid === me) return null
  const whose = uid === 0 ? 'root' : `user ${uid}`
  // Never advise handing over all of /root or /mnt.
  const advice =
    dirname(path) === '/' ? 'Choose another folder.' : `As root: chown -R ${me} ${path}`
  return `${path} belongs to ${whose}, and the shop runs as user ${me}, who may not use it. ${advice}`
}

function ownerOf(path: string): number | null {
  try {
    return statSync(path).uid
  } catch {
    return null
  }
}

function accessOf(error: Error): string | null {
  const isDenied = errorCode(error) === 'EACCES' || errorCode(error) === 'EPERM'
  return isDenied && 'path' in error ? whyNoAccess(String(error.path)) : null
}
