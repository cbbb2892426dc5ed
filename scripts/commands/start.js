import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const PROJECT = resolve(import.meta.dirname, '../..')

/** How often it is looked whether npm is still there, in milliseconds. */
const LOOK = 500

const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json'].concat([
  'vite.worker.config.ts',
  'vite.stall.config.ts',
])

/**
 * Builds the pages first when they are missing or older. Plain JavaScript, as server/main.js.
 * @param {boolean} isForDevelopment
 */
export async function start(isForDevelopment) {
  // A release has no sources of pages.
  if (!isForDevelopment && existsSync(join(PROJECT, 'web'))) await buildIfOlder()
  endWithParent()
  await import('../../server/main.js')
}

async function buildIfOlder() {
  const built = await changedAt(join(PROJECT, 'dist/server/entry-server.js'))
  const sources = await Promise.all(SOURCES.map((source) => newestIn(join(PROJECT, source))))
  if (Math.max(...sources) <= built) return
  console.log('Building the pages …')
  const script = join(PROJECT, 'scripts/build.ts')
  const done = spawnSync(process.execPath, [script], { cwd: PROJECT, stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** npm ends by SIGTERM without passing it on: stopping npm must stop the shop. */
function endWithParent() {
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK).unref()
}

/** @param {string} file */
async function changedAt(file) {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0
}

/** @param {string} path */
async function newestIn(path) {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.mtimeMs ?? 0
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  )
  const times = await Promise.all(
    files.map((entry) => changedAt(join(entry.parentPath, entry.name))),
  )
  return Math.max(0, ...times)
}
