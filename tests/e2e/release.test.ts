import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findOrWarn } from '../find-program.ts'
import { IS_LONG } from '../length-of-run.ts'
import { lockedPackages, readJson } from '../locked-packages.ts'
import { quickPlace } from '../quick-place.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '../..')

/** In bytes: what a farm's line fetches in a minute or two. */
const LARGEST = 95e6

type Start = { dataDir: string; through?: readonly [string, ...string[]] }

/** Starts the archive's own program with nothing else on the PATH; returns the shop's address. */
async function opened(folder: string, { dataDir, through }: Start): Promise<string> {
  const env = { PATH: '/nowhere', DATA_DIR: dataDir, PORT: '0', ADMIN_PASSWORD: 'seven brown hens' }
  const [program, ...words] = through ?? [join(folder, 'farmstand')]
  const child = spawn(program, [...words, 'start'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  let printed = ''
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += text
    const [, shop] = /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? []
    if (shop) return shop
  }
  throw new Error(printed)
}

/** A folder with the libraries of Debian on arm64, for an emulator; null where one cannot be had. */
async function arm64Libraries(into: string): Promise<{ qemu: string; root: string } | null> {
  const qemu = await findOrWarn('qemu-aarch64')
  const debootstrap = await findOrWarn('debootstrap')
  if (!qemu || !debootstrap || process.getuid?.() !== 0) return null
  const root = join(into, 'arm64')
  const words = ['--foreign', '--arch=arm64', '--variant=minbase', '--include=libatomic1']
  await run(debootstrap, [...words, 'bookworm', root], { maxBuffer: 2 ** 28 })
  const packages = join(root, 'var/cache/apt/archives')
  const atomic = (await readdir(packages)).find((name) => name.startsWith('libatomic1_')) ?? ''
  await run('dpkg-deb', ['-x', join(packages, atomic), root])
  return { qemu, root }
}

test.skipIf(!IS_LONG)(
  'a release runs by itself wherever it is unpacked, and sells',
  { timeout: 900_000 },
  async () => {
    const into = await mkdtemp(join(quickPlace(), 'farmstand-release-'))
    onTestFinished(() => rm(into, { recursive: true, force: true }))
    await run(process.execPath, [join(PROJECT, 'scripts/release.ts'), '--to', into])
    await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: into })
    const { version } = readJson<{ version: string }>('package.json')
    const name = `farmstand-${version}`
    for (const arch of ['x64', 'arm64']) {
      const { size } = await stat(join(into, `${name}-linux-${arch}.tar.gz`))
      expect(size).toBeLessThan(LARGEST)
    }
    const place = join(into, 'a farm’s folder')
    await mkdir(place)
    await run('tar', ['-xzf', join(into, `${name}-linux-x64.tar.gz`), '-C', place])
    const folder = join(place, name)
    await run('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: folder })
    const parts = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'))
    expect([parts.bomFormat, parts.metadata.component.name]).toEqual(['CycloneDX', 'farmstand'])
    expect(parts.components).toHaveLength(
      new Set(lockedPackages().map((one) => `${one.name}@${one.version}`)).size,
    )
    const all = await readdir(folder, { recursive: true })
    const own = all.filter((path) => !path.startsWith('node_modules/'))
    expect(own.filter((path) => /\.test\.tsx?$|^(?:web|tests|data)\b|\.env$/.test(path))).toEqual(
      [],
    )
    expect(await readdir(join(folder, 'scripts'))).toEqual(['commands', 'farmstand.js'])

    const env = { PATH: '/nowhere' }
    const farmstand = async (words: string[], more = {}) =>
      (await run(join(folder, 'farmstand'), words, { env: { ...env, ...more }, cwd: '/' })).stdout
    expect(await farmstand(['--version'])).toBe(`${version}\n`)
    const dataDir = join(place, 'data')
    const shop = await opened(folder, { dataDir })
    expect(await (await fetch(`${shop}/readyz`)).text()).toBe('ready')
    expect(await (await fetch(shop)).text()).toContain('Farm Fresh Eggs')
    const here = { DATA_DIR: dataDir }
    expect(await farmstand(['check-books'], here)).toContain('The books balance.')
    expect(await farmstand(['backup'], here)).toContain(
      '24 products, 26 pictures; read back and verified.',
    )

    const arm64 = await arm64Libraries(into)
    if (!arm64) return
    await run('tar', ['-xzf', join(into, `${name}-linux-arm64.tar.gz`), '-C', arm64.root])
    const other = join(arm64.root, name)
    const through = [arm64.qemu, '-L', arm64.root, join(other, 'bin/node')] as const
    const start = [...through, join(other, 'scripts/farmstand.js')] as const
    const elsewhere = await opened(other, { dataDir: join(place, 'other'), through: start })
    expect(await (await fetch(`${elsewhere}/readyz`)).text()).toBe('ready')
    expect(await (await fetch(elsewhere)).text()).toContain('Farm Fresh Eggs')
  },
)
