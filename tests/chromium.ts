import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { extract } from 'tar-fs'

/** Spread into a launch to start Chromium. */
export interface ChromiumLaunch {
  executablePath: string
  env: Record<string, string>
  args: string[]
}

/** No sandbox, since root has none and it only sees our own shop; nothing talks to strangers. */
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
  // Only this machine's own names resolve.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  // A visitor's pages and their frames share one process.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
]

const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/**
 * Finds Chromium: CHROMIUM_PATH (a path, or a name on PATH), else npm's, so that every machine sees
 * the same pages; without either, one on PATH.
 */
export async function chromiumPath(): Promise<ChromiumLaunch> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) return { executablePath: await onThisMachine([wanted]), env: environment(), args }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm()
  return {
    executablePath: await onThisMachine(['chromium', 'google-chrome', 'chrome']),
    env: environment(),
    args,
  }
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...(await chromiumPath()), ...options })
}

async function fromNpm(): Promise<ChromiumLaunch> {
  const folder = await unpacked()
  return {
    executablePath: join(folder, 'chromium'),
    env: environment({ LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: folder }),
    args,
  }
}

function environment(more: Record<string, string> = {}): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { ...Object.fromEntries(own), ...more }
}

async function onThisMachine(names: string[]): Promise<string> {
  const folders = (process.env.PATH ?? '').split(delimiter)
  for (const name of names) {
    for (const path of isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))) {
      if (await isAllowed(path, constants.X_OK)) return path
    }
  }
  throw new Error(`No Chromium found as ${names.join(', ')}: name one in CHROMIUM_PATH.`)
}

/**
 * The unpacked browser's folder; its name holds the version, and it appears complete or not at all.
 */
async function unpacked(): Promise<string> {
  const archives = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin',
  )
  const { version } = JSON.parse(await readFile(join(archives, '../package.json'), 'utf8'))
  const inProject = join(import.meta.dirname, '../node_modules/.cache', `chromium-${version}`)
  if (await isAllowed(join(inProject, 'chromium'), constants.X_OK)) return inProject
  const folder = (await canWrite(dirname(inProject))) ? inProject : temporaryFolder(version)
  if (!(await isOurs(folder))) await unpack(archives, folder)
  return folder
}

function temporaryFolder(version: string): string {
  return join(tmpdir(), `farmstand-chromium-${version}-${process.getuid?.() ?? 'user'}`)
}

async function unpack(archives: string, folder: string): Promise<void> {
  const draft = await mkdtemp(`${folder}-`)
  try {
    await Promise.all([
      inflate(
        join(archives, 'chromium.br'),
        createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
      ),
      inflate(join(archives, 'al2023.tar.br'), extract(draft)),
      inflate(join(archives, 'fonts.tar.br'), extract(draft)),
    ])
    await writeFile(join(draft, 'fonts.conf'), fontSettings)
    await chmod(draft, 0o755)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(await isOurs(folder))) throw error
  }
}

async function inflate(archive: string, target: NodeJS.WritableStream): Promise<void> {
  await pipeline(createReadStream(archive), createBrotliDecompress(), target)
}

/** The folder exists and is ours alone: a name in the temp folder is predictable. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && found.uid === (process.getuid?.() ?? found.uid)
}

async function canWrite(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true }).catch(() => undefined)
  return isAllowed(folder, constants.W_OK)
}

async function isAllowed(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  )
}
