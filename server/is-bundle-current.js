import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where the build puts all of the server's code, and the list of what that was made of. */
export const BUNDLE = 'dist/shop/run-shop.js'
export const BUNDLE_SOURCES = 'dist/shop/sources.txt'

const IN_BUNDLE = /(?<!\.test)\.[jt]s$/

/**
 * Whether the bundle was made of the sources as they are: the same files of the same length and time, older ones that
 * were put back included. Otherwise they run as they are.
 * @param {string} project
 */
export function isBundleCurrent(project) {
  try {
    return readFileSync(join(project, BUNDLE_SOURCES), 'utf8') === listSources(project)
  } catch {
    return false
  }
}

/**
 * A line for each source of the bundle; the time in seconds, as archives keep it.
 * @param {string} project
 */
export function listSources(project) {
  const files = ['server', 'contract'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => IN_BUNDLE.test(file) && file !== 'dev-pages.ts')
      .map((file) => join(folder, file)),
  )
  return ['package-lock.json', ...files.sort()]
    .map((file) => {
      const { size, mtimeMs } = statSync(join(project, file))
      return `${file} ${size} ${Math.floor(mtimeMs / 1000)}\n`
    })
    .join('')
}
