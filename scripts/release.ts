import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { openApiDocument } from '#server/http/openapi.ts'
import { listEndpoints } from './list-endpoints.ts'

const PROJECT = resolve(import.meta.dirname, '..')

const RELEASED = [
  'dist',
  'server',
  'contract',
  'scripts',
  'deploy',
  'docs/farmer.md',
  'docs/operating.md',
  'docs/scaling.md',
].concat([
  'package.json',
  'package-lock.json',
  '.npmrc',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
])

const LEFT_OUT =
  /\.test\.ts$|^server\/dev-pages\.ts$|^dist\/compiled$|^scripts\/(?:start\.js|check-install\.js|(?:build|check|tests-of-change|draw-icons|list-endpoints|release)\.ts)$/

type Manifest = {
  name: string
  version: string
  engines: { node: string }
  scripts: Record<string, string>
}

/**
 * Makes `release/farmstand-<version>/` and the same as `.tar.gz`: the built shop, its parts list
 * and checksums. Pages are taken as they are in `dist`. `npm run release -- <folder>` writes
 * elsewhere.
 */
await release(resolve(process.argv[2] ?? join(PROJECT, 'release')))

async function release(into: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
  const name = `${manifest.name}-${manifest.version}`
  const folder = join(into, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const path of RELEASED)
    await cp(join(PROJECT, path), join(folder, path), {
      recursive: true,
      filter: isReleased,
      // The bundle is only valid for sources with these times.
      preserveTimestamps: true,
    })
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify(forServers(manifest), null, 2)}\n`,
  )
  const document = openApiDocument(await listEndpoints(), null)
  await writeFile(join(folder, 'openapi.json'), `${JSON.stringify(document)}\n`)
  await writeFile(join(folder, 'sbom.cdx.json'), listOfParts(manifest.name))
  await writeFile(join(folder, 'SHA256SUMS'), await checksums(folder))
  run(
    'tar',
    ['-czf', `${name}.tar.gz`, '--sort=name', '--owner=0', '--group=0', '--numeric-owner', name],
    into,
  )
  const sum = await checksum(join(into, `${name}.tar.gz`))
  await writeFile(join(into, `${name}.tar.gz.sha256`), `${sum}  ${name}.tar.gz\n`)
  console.log(`${join(into, name)}.tar.gz\n${sum}`)
}

function isReleased(source: string): boolean {
  return !LEFT_OUT.test(relative(PROJECT, source))
}

/**
 * Names the Node it needs, keeps the same packages so that `npm ci` accepts the lock file, and only
 * the scripts whose file ships.
 */
function forServers(manifest: Manifest): Manifest {
  const runnable = Object.entries(manifest.scripts).filter(([, command]) => {
    const [, path] = /^node (scripts\/[\w-]+\.ts)$/.exec(command) ?? []
    return path !== undefined && !LEFT_OUT.test(path)
  })
  return {
    ...manifest,
    engines: { node: '>=26' },
    scripts: { start: 'node server/main.js', ...Object.fromEntries(runnable) },
  }
}

/** Every package of the lock file in CycloneDX, dev ones too: some end up in the pages. */
function listOfParts(name: string): string {
  const made = run(
    'npm',
    ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'],
    PROJECT,
  )
  const parts = JSON.parse(made)
  // npm takes the name from its folder.
  parts.metadata.component.name = name
  return `${JSON.stringify(parts, null, 2)}\n`
}

async function checksums(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const lines = files
    .sort()
    .map(async (file) => `${await checksum(file)}  ${relative(folder, file)}\n`)
  return (await Promise.all(lines)).join('')
}

async function checksum(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
}

function run(command: string, args: string[], cwd: string): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (done.status === 0) return done.stdout
  console.error(done.stderr || done.error)
  process.exit(1)
}
