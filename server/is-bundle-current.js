import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the build puts all of the server's code. */
export const BUNDLE = 'dist/shop/run-shop.js'

/**
 * Whether the build's one file of the server is there and newer than all it was made of; sources that were changed
 * since run as they are.
 * @param {string} project
 */
export function isBundleCurrent(project) {
  const built = changedAt(join(project, BUNDLE))
  return (
    changedAt(join(project, 'package-lock.json')) < built &&
    ['server', 'contract'].every((folder) => isOlder(join(project, folder), built))
  )
}

/** @param {string} folder @param {number} time */
function isOlder(folder, time) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.[jt]s$/.test(file))
    .every((file) => changedAt(join(folder, file)) < time)
}

/** @param {string} file */
function changedAt(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
