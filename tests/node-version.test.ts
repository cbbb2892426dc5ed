// Whoever starts the shop by another Node reads so, before anything is opened.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { quickPlace } from './quick-place.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '..')

/** This Node, speaking of itself as of an older one, without what came later. */
const DISGUISED = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`delete globalThis.Temporal
    Object.defineProperty(process, 'version', { value: 'v24.21.0' })
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.21.0' } })`)}`,
]

/** Every Node of this machine that is too old, and this one in disguise. */
async function olderNodes(): Promise<[node: string, flags: string[], version: string][]> {
  const found: [string, string[], string][] = [[process.execPath, DISGUISED, 'v24.21.0']]
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node')
    const version = await run(node, ['--version'])
      .then(({ stdout }) => stdout.trim())
      .catch(() => null)
    if (version && Number(/^v(\d+)/.exec(version)?.[1]) < 26) found.push([node, [], version])
  }
  return found
}

test.each(['server/main.js', 'scripts/start.js'])(
  '%s run by an older Node says which it needs, ends with 1 and opens nothing',
  async (program) => {
    const dataDir = await mkdtemp(join(quickPlace(), 'farmstand-node-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    for (const [node, flags, version] of await olderNodes()) {
      const started = run(node, [...flags, program], {
        cwd: PROJECT,
        env: { DATA_DIR: dataDir, PORT: '0' },
      })
      const failed = await started.catch(
        (error: { code: number; stderr: string; stdout: string }) => error,
      )
      expect(failed).toMatchObject({ code: 1, stdout: '' })
      expect(failed.stderr.trim()).toMatch(
        new RegExp(`^Farmstand needs Node 26; this is ${version} \\(.*\\)\\.$`),
      )
      expect(await readdir(dataDir)).toEqual([])
    }
  },
)

test('a command run by a Node that lacks what the shop needs says so, too', async () => {
  const command = run(process.execPath, [...DISGUISED, 'scripts/check-books.ts'], { cwd: PROJECT })
  await expect(command).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Farmstand needs Node 26; this is v24.21.0'),
  })
})
