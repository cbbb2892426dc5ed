import { spawnSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, hash, sign } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { openApiDocument } from '#server/http/openapi.ts'
import { buildDeb } from './build-deb.ts'
import { listEndpoints } from './list-endpoints.ts'

const PROJECT = resolve(import.meta.dirname, '..')

/** The Node a release runs on: the packages of npm that bring its binary, with their hashes. */
export const NODE = {
  version: '26.10.0',
  x64: 'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
  arm64:
    'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
}

type Arch = 'x64' | 'arm64'

const RELEASED = [
  ...['dist', 'server', 'contract', 'scripts/farmstand.js', 'scripts/commands', 'deploy'],
  ...['docs/api.md', 'docs/farmer.md', 'docs/operating.md', 'docs/large.md'],
  ...['farmstand.env.example'],
  ...['package.json', 'package-lock.json', '.npmrc', 'release-key.pub'],
  ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'],
]

const LEFT_OUT = /\.test\.ts$|^server\/dev-pages\.ts$|^dist\/compiled$/

/** Runs on its own Node, wherever it is unpacked and whatever is on the PATH. */
const PROGRAM = `#!/bin/sh
here=$(readlink -f "$0" 2>/dev/null) || here=$0
here=\${here%/*}
exec "$here/bin/node" "$here/scripts/farmstand.js" "$@"
`

type Manifest = { name: string; version: string; scripts: Record<string, string> }

/**
 * Makes in `release/` an archive for each platform that runs by itself, a .deb of it where dpkg-deb
 * is, their checksums, and what `farmstand update` reads, signed by the key in RELEASE_KEY_FILE.
 * Pages are taken as they are in `dist`.
 */
if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      to: { type: 'string', default: join(PROJECT, 'release') },
      arch: { type: 'string', multiple: true, default: ['x64', 'arm64'] },
      'make-key': { type: 'string' },
    },
  })
  if (values['make-key'] !== undefined) await makeKey(values['make-key'])
  else await release(resolve(values.to), values.arch as Arch[])
}

async function release(into: string, platforms: readonly Arch[]): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8'))
  const name = `${manifest.name}-${manifest.version}`
  await mkdir(into, { recursive: true })
  const made: string[] = []
  const files: Partial<Record<Arch, { name: string; sha256: string; bytes: number }>> = {}
  for (const arch of platforms) {
    const work = await mkdtemp(join(into, '.making-'))
    const folder = join(work, name)
    try {
      await fill(folder, manifest, arch)
      const archive = `${name}-linux-${arch}.tar.gz`
      await packFolder(work, name, join(into, archive))
      const { size } = await lstat(join(into, archive))
      files[arch] = { name: archive, sha256: await checksum(join(into, archive)), bytes: size }
      made.push(archive)
      const deb = await buildDeb({ work, folder, manifest, arch, into })
      if (deb) made.push(deb)
    } finally {
      await rm(work, { recursive: true })
    }
  }
  const sums = made.map(async (file) => `${await checksum(join(into, file))}  ${file}\n`)
  await writeFile(join(into, 'SHA256SUMS'), (await Promise.all(sums)).join(''))
  const news = newsOf(await readFile(join(PROJECT, 'CHANGELOG.md'), 'utf8'), manifest.version)
  await writeFile(join(into, 'notes.md'), news)
  const isSecurity = /security|vulnerab/i.test(news)
  const feed = JSON.stringify({ version: manifest.version, isSecurity, news, files }, null, 2)
  await writeFile(join(into, 'farmstand.json'), feed)
  await signFeed(into, feed)
  for (const file of made) console.log(join(into, file))
}

async function fill(folder: string, manifest: Manifest, arch: Arch): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const path of RELEASED.filter((one) => existsSync(join(PROJECT, one))))
    await cp(join(PROJECT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(relative(PROJECT, source)),
      // The bundle is only valid for sources with these times.
      preserveTimestamps: true,
    })
  const platform = ['--os=linux', `--cpu=${arch}`, '--libc=glibc']
  npm(['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...platform], folder)
  await rm(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
  const forServers = { ...manifest, engines: { node: `>=${NODE.version.split('.')[0]}` } }
  forServers.scripts = { start: 'node scripts/farmstand.js start' }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(forServers, null, 2)}\n`)
  await layNode(folder, arch)
  await writeFile(join(folder, 'farmstand'), PROGRAM)
  await chmod(join(folder, 'farmstand'), 0o755)
  const document = openApiDocument(await listEndpoints(), null)
  await writeFile(join(folder, 'openapi.json'), `${JSON.stringify(document)}\n`)
  await writeFile(join(folder, 'sbom.cdx.json'), listOfParts(manifest.name))
  await writeFile(join(folder, 'SHA256SUMS'), await checksums(folder))
}

/** @throws when the bytes are not those of the hash */
async function layNode(folder: string, arch: Arch): Promise<void> {
  npm(['pack', '--silent', `node-linux-${arch}@${NODE.version}`], folder)
  const packed = join(folder, `node-linux-${arch}-${NODE.version}.tgz`)
  const found = hash('sha512', await readFile(packed), 'base64')
  if (`sha512-${found}` !== NODE[arch])
    throw new Error(`node-linux-${arch}@${NODE.version} is not what it was: sha512-${found}`)
  await mkdir(join(folder, 'bin'))
  const reader = createReadStream(packed).pipe(createGunzip()).pipe(extract())
  for await (const entry of reader)
    if (entry.header.name === 'package/bin/node')
      await pipeline(entry, createWriteStream(join(folder, 'bin/node'), { mode: 0o755 }))
    else if (entry.header.name === 'package/LICENSE')
      await pipeline(entry, createWriteStream(join(folder, 'bin/LICENSE')))
    else entry.resume()
  await rm(packed)
}

/** The same bytes wherever it is made: sorted, root's, without another time than the files'. */
async function packFolder(parent: string, name: string, file: string): Promise<void> {
  const tar = pack()
  const done = pipeline(tar, createGzip({ level: 9 }), createWriteStream(`${file}.part`))
  const entries = await readdir(join(parent, name), { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort()
  for (const path of paths) {
    const stats = await lstat(path)
    const { mtime, size } = stats
    const isProgram = (stats.mode & 0o100) !== 0
    const header = { name: relative(parent, path), mtime, mode: isProgram ? 0o755 : 0o644 }
    if (stats.isDirectory()) tar.entry({ ...header, type: 'directory' })
    else if (stats.isSymbolicLink())
      tar.entry({ ...header, type: 'symlink', linkname: await readlink(path) })
    else await pipeline(createReadStream(path), tar.entry({ ...header, size }))
  }
  tar.finalize()
  await done
  await rename(`${file}.part`, file)
}

/** What the CHANGELOG says of this version, or of what has no version yet. */
function newsOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1)
  const own = sections.find((one) => one.startsWith(version)) ?? sections[0] ?? ''
  return own.slice(own.indexOf('\n') + 1).trim()
}

async function signFeed(into: string, feed: string): Promise<void> {
  const signature = join(into, 'farmstand.json.sig')
  await rm(signature, { force: true })
  const key = process.env.RELEASE_KEY_FILE
  if (!key)
    return console.log('Unsigned, as RELEASE_KEY_FILE is not set: farmstand update will refuse it.')
  const secret = createPrivateKey(await readFile(key))
  await writeFile(signature, sign(null, Buffer.from(feed), secret).toString('base64'))
}

/** Once, by whoever releases first: the public half goes into the program. */
async function makeKey(file: string): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' })
  await writeFile(file, secret, { mode: 0o600, flag: 'wx' })
  const open = publicKey.export({ type: 'spki', format: 'pem' })
  await writeFile(join(PROJECT, 'release-key.pub'), open, { flag: 'wx' })
  console.log(`Keep ${file} where nobody else reads it; commit release-key.pub.`)
}

/** Every package of the lock file in CycloneDX, dev ones too: some end up in the pages. */
function listOfParts(name: string): string {
  const made = npm(
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
  const lines: string[] = []
  // One by one: together they are some 300 MB.
  for (const file of files.sort())
    lines.push(`${await checksum(file)}  ${relative(folder, file)}\n`)
  return lines.join('')
}

async function checksum(file: string): Promise<string> {
  return hash('sha256', await readFile(file), 'hex')
}

/** By the npm that started this, without a shell: on Windows npm is none that Node can start. */
function npm(args: string[], cwd: string): string {
  const own = process.env.npm_execpath
  const [program, first] = own ? [process.execPath, [own]] : ['npm', []]
  const done = spawnSync(program, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (done.status === 0) return done.stdout
  throw new Error(done.stderr || String(done.error))
}
