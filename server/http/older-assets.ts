import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Open pages and CDNs still ask for built files from this many earlier releases. */
const RELEASES_BEFORE = 2

const PLAIN_NAME = /^[\w-][\w.-]*$/

const folderIn = (dataDir: string) => join(dataDir, 'assets')

/** Keeps this release's files for later ones; removes those more than two releases old. */
export async function storeAssets(client: string, dataDir: string): Promise<void> {
  const release = await readFile(join(client, 'shop-worker.release'), 'utf8').catch(() => '')
  if (!PLAIN_NAME.test(release)) return
  const own = join(folderIn(dataDir), release)
  if (!existsSync(own)) await copyWhole(join(client, 'assets'), own)
  await utimes(own, new Date(), new Date())
  for (const folder of (await listNewestFirst(dataDir)).slice(1 + RELEASES_BEFORE))
    await rm(folder, { recursive: true, force: true })
}

/** In ms: waits until startup, when everything else needs the disk, is over. */
const AFTER_START = 10_000

type RunLater = (what: string, work: () => Promise<void>) => unknown

export function storeAssetsLater(client: string, dataDir: string, later: RunLater): () => void {
  const store = () => later('keep the files of this release', () => storeAssets(client, dataDir))
  const timer = setTimeout(store, AFTER_START).unref()
  return () => clearTimeout(timer)
}

export async function findOlderAsset(dataDir: string, name: string): Promise<string | null> {
  if (!PLAIN_NAME.test(name)) return null
  for (const folder of await listNewestFirst(dataDir))
    if (existsSync(join(folder, name))) return folder
  return null
}

const PART = /\.part-\d+$/

const isWhole = (name: string) => !PART.test(name)

/** A copy that exists is complete: it gets its final name last. */
async function copyWhole(from: string, to: string): Promise<void> {
  const part = `${to}.part-${process.pid}`
  await mkdir(dirname(to), { recursive: true })
  await cp(from, part, { recursive: true })
  await rename(part, to).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(to)) throw error
  })
}

async function listNewestFirst(dataDir: string): Promise<string[]> {
  const names = await readdir(folderIn(dataDir)).catch(() => [])
  const folders = await Promise.all(
    names.filter(isWhole).map(async (name) => {
      const path = join(folderIn(dataDir), name)
      const found = await stat(path).catch(() => null)
      return { path, at: found?.mtimeMs ?? 0 }
    }),
  )
  return folders.sort((one, other) => other.at - one.at).map(({ path }) => path)
}
