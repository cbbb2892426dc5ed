import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { BUNDLE_SOURCES, listSources } from '../server/is-bundle-current.js'
import { drawIcons } from './draw-icons.ts'
import { sealScripts } from './seal-scripts.ts'

const BEST = { [constants.BROTLI_PARAM_QUALITY]: 11 }

/** In bytes. For a large file the best way varies, by a few hundred bytes in 70,000. */
const LARGE = 100_000
const WAYS = [
  {},
  { [constants.BROTLI_PARAM_LGBLOCK]: 16 },
  { [constants.BROTLI_PARAM_LGBLOCK]: 17, [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
]

const PROJECT = resolve(import.meta.dirname, '..')

/** Each built into one file at the top. */
const APART = ['shop-worker', 'stall-worker', 'embed']

/** Builds the pages, seals their scripts, draws icons, compresses assets, bundles the server. */
await build()

async function build(): Promise<void> {
  runVite(['build'])
  runVite(['build', '--ssr'])
  runVite(['build', '--config', join(PROJECT, 'vite.stall.config.ts')])
  for (const worker of APART)
    runVite(['build', '--config', join(PROJECT, 'vite.worker.config.ts'), '--mode', worker])
  for (const page of ['shop.html', 'desk.html', 'stall.html'])
    await sealPage(join(PROJECT, 'dist/client'), page)
  await drawIcons(join(PROJECT, 'web'), join(PROJECT, 'dist/client'))
  await compressAssets(join(PROJECT, 'dist/client/assets'))
  for (const worker of APART) await compress(join(PROJECT, `dist/client/${worker}.js`))
  await bundleServer()
}

/** A source that changed during the build would make the bundle stale. */
async function bundleServer(): Promise<void> {
  const sources = listSources(PROJECT)
  runVite(['build', '--config', join(PROJECT, 'vite.server.config.ts')])
  await writeFile(join(PROJECT, BUNDLE_SOURCES), sources)
}

function runVite(args: string[]): void {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json')
  const done = spawnSync(
    process.execPath,
    [join(dirname(manifest), 'bin/vite.js'), ...args, '--logLevel', 'warn'],
    {
      cwd: PROJECT,
      stdio: 'inherit',
    },
  )
  if (done.status !== 0) process.exit(done.status ?? 1)
}

async function sealPage(folder: string, page: string): Promise<void> {
  const html = await readFile(join(folder, page), 'utf8')
  await writeFile(
    join(folder, page),
    sealScripts(html, (address) => readFileSync(join(folder, address))),
  )
}

async function compressAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/\.(?:js|css|svg|json)$/.test(name)) await compress(join(folder, name))
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const ways = bytes.length < LARGE ? WAYS.slice(0, 1) : WAYS
  const tried = ways.map((way) => brotliCompressSync(bytes, { params: { ...BEST, ...way } }))
  const [smallest = Buffer.alloc(0)] = tried.sort((one, other) => one.length - other.length)
  await writeFile(`${file}.br`, smallest)
  await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
