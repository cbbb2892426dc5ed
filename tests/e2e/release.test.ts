import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { lockedPackages } from '../locked-packages.ts'
import { quickPlace } from '../quick-place.ts'

const run = promisify(execFile)
const PROJECT = resolve(import.meta.dirname, '../..')

/** The packages `npm ci --omit=dev` would bring, of those installed here. */
async function layPackages(folder: string): Promise<void> {
  const installed = new Set(await readdir(join(PROJECT, 'node_modules'), { recursive: false }))
  for (const { place, name, isDevelopment } of lockedPackages()) {
    if (
      isDevelopment ||
      place !== `node_modules/${name}` ||
      !installed.has(name.split('/')[0] ?? '')
    )
      continue
    await mkdir(dirname(join(folder, place)), { recursive: true })
    await symlink(join(PROJECT, place), join(folder, place))
  }
}

async function aRelease(): Promise<string> {
  const into = await mkdtemp(join(quickPlace(), 'farmstand-release-'))
  onTestFinished(() => rm(into, { recursive: true, force: true }))
  await run(process.execPath, [join(PROJECT, 'scripts/release.ts'), into])
  const [name = ''] = (await readdir(into)).filter((one) => one.endsWith('.tar.gz'))
  await run('sha256sum', ['-c', `${name}.sha256`], { cwd: into })
  const folder = join(into, name.replace('.tar.gz', ''))
  await rm(folder, { recursive: true })
  await run('tar', ['-xzf', name], { cwd: into })
  return folder
}

/** Starts what the manual says; returns the addresses of the shop and its figures. */
async function opened(folder: string, dataDir: string): Promise<{ shop: string; figures: string }> {
  const { PATH = '' } = process.env
  const env = {
    PATH,
    DATA_DIR: dataDir,
    PORT: '0',
    METRICS_PORT: '0',
    ADMIN_PASSWORD: 'seven brown hens',
  }
  const child = spawn(process.execPath, ['server/main.js'], {
    cwd: folder,
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
    const [, figures] = /"port":(\d+)/.exec(printed) ?? []
    const [, shop] = /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? []
    if (figures && shop) return { shop, figures: `http://127.0.0.1:${figures}/metrics` }
  }
  throw new Error(printed)
}

test('a release is whole, and sells with the packages of production alone', async () => {
  const folder = await aRelease()
  await run('sha256sum', ['--quiet', '-c', 'SHA256SUMS'], { cwd: folder })
  const parts = JSON.parse(await readFile(join(folder, 'sbom.cdx.json'), 'utf8'))
  expect([parts.bomFormat, parts.metadata.component.name]).toEqual(['CycloneDX', 'farmstand'])
  expect(parts.components).toHaveLength(
    new Set(lockedPackages().map(({ name, version }) => `${name}@${version}`)).size,
  )
  const { scripts, engines } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  expect(engines).toEqual({ node: '>=26' })
  const manual = await readFile(join(folder, 'docs/operating.md'), 'utf8')
  const commands = new Set(
    [...manual.matchAll(/(?:`|sudo )shop ([a-z]+(?:[:-][a-z]+)*)/g)].map(([, name]) => name),
  )
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...commands]))
  expect([...commands]).toEqual(
    expect.arrayContaining(['backup', 'check:books', 'move-to-postgres', 'restore']),
  )
  const all = await readdir(folder, { recursive: true })
  expect(
    all.filter((path) => /\.test\.tsx?$|^(?:web|tests|node_modules|data)\b|\.env/.test(path)),
  ).toEqual([])

  await layPackages(folder)
  const dataDir = join(folder, 'data')
  const { shop, figures } = await opened(folder, dataDir)
  expect(await (await fetch(`${shop}/readyz`)).text()).toBe('ready')
  expect(await (await fetch(shop)).text()).toContain('Farm Fresh Eggs')
  expect(await (await fetch(figures)).text()).toContain('farmstand_database_up 1')
  const command = (script: string) =>
    run(process.execPath, [script], { cwd: folder, env: { DATA_DIR: dataDir } })
  expect((await command('scripts/check-books.ts')).stdout).toContain('The books balance.')
  expect((await command('scripts/backup.ts')).stdout).toContain(
    '24 pictures; read back and verified.',
  )
})
