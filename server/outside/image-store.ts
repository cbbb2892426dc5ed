import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OwnerError } from '#server/config/config.ts'
import { errorCode, errorMessage } from '#server/core/error-message.ts'

export type StoredImage = { file: string; storedAt: Date }

/** By file name, which the caller has checked. */
export type ImageStore = {
  location: string
  read(file: string): Promise<Buffer | null>
  /** From memory, if the file is known to be still there; null: read it. */
  peek(file: string): Buffer | null
  has(file: string): Promise<boolean>
  /** All or nothing; once it returns, a power cut can't lose the file. */
  put(file: string, bytes: Buffer): Promise<void>
  removeAll(start: string): Promise<void>
  list(): Promise<StoredImage[]>
  /** Copies a file to this machine's disk, where it outlives the original. */
  copyTo(file: string, path: string): Promise<void>
  /** Tries that files can be stored and removed. @throws ImageStoreError */
  tryOut(): Promise<void>
}

const DISK_TROUBLE = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

export function isDiskTrouble(error: unknown): boolean {
  return DISK_TROUBLE.has(errorCode(error))
}

/** Pictures can't be stored; the message names the variable to check. */
export class ImageStoreError extends OwnerError {}

export function folderImageStore(dataDir: string): ImageStore {
  const folder = join(dataDir, 'uploads')
  const store: ImageStore = {
    location: folder,
    read: (file) => unlessMissing(readFile(join(folder, file))),
    peek: () => null,
    has: async (file) => (await unlessMissing(stat(join(folder, file)))) !== null,
    put: (file, bytes) => writeImage(folder, file, bytes),
    removeAll: async (start) => {
      const found = (await readdir(folder)).filter((file) => file.startsWith(start))
      await Promise.all(found.map((file) => rm(join(folder, file), { force: true })))
    },
    list: () => listFiles(folder),
    // A hard link takes no room; on another disk it is copied.
    copyTo: (file, path) =>
      link(join(folder, file), path).catch(() => copyFile(join(folder, file), path)),
    tryOut: () => tryFolder(folder, store),
  }
  return store
}

async function listFiles(folder: string): Promise<StoredImage[]> {
  const files = (await unlessMissing(readdir(folder))) ?? []
  const found = await Promise.all(
    files.map(async (file) => ({ file, known: await unlessMissing(stat(join(folder, file))) })),
  )
  return found.flatMap(({ file, known }) => (known ? [{ file, storedAt: known.mtime }] : []))
}

async function tryFolder(folder: string, store: ImageStore): Promise<void> {
  const trial = `trial-${process.pid}`
  try {
    await mkdir(folder, { recursive: true })
    await syncNames(dirname(folder))
    await store.put(trial, Buffer.from('.'))
    await store.removeAll(trial)
  } catch (error) {
    const why = errorMessage(error)
    throw new ImageStoreError(`DATA_DIR: pictures cannot be stored in ${folder} (${why})`)
  }
}

/** Under another name first, so that nobody sees half a file. */
async function writeImage(folder: string, file: string, bytes: Buffer): Promise<void> {
  const part = join(folder, `${file}.${crypto.randomUUID()}.part`)
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true })
    await rename(part, join(folder, file))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncNames(folder)
}

/** A file whose name is lost in a power cut is lost. */
async function syncNames(folder: string): Promise<void> {
  await using names = await open(folder)
  await names.sync()
}

async function unlessMissing<T>(guarded: Promise<T>): Promise<T | null> {
  try {
    return await guarded
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
