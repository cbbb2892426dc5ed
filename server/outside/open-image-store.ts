import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { masterName } from '#contract/products/pictures.ts'
import type { PictureStoreConfig } from '#server/config/services.ts'
import { bucketImageStore } from './bucket-image-store.ts'
import { folderImageStore, type ImageStore, ImageStoreError } from './image-store.ts'

export async function imageStoreOf(
  { dataDir, pictureBucket }: PictureStoreConfig,
  shopId: string,
): Promise<ImageStore> {
  return pictureBucket ? bucketImageStore(pictureBucket, shopId) : folderImageStore(dataDir)
}

/** Local files are quickly checked again; `room` fits the pictures of the first screens. */
const OF_FOLDER = { room: 4 * 1024 ** 2, belief: 5000 }

/**
 * A bucket that works takes over the data folder's pictures, leaving them in `uploads-moved`.
 * @throws ImageStoreError
 */
export async function openImageStore(
  place: PictureStoreConfig,
  shopId: string,
): Promise<ImageStore> {
  const store = await imageStoreOf(place, shopId)
  await store.tryOut()
  if (!place.pictureBucket) return rememberImages(store, OF_FOLDER)
  await takeOver(place.dataDir, store)
  return rememberImages(store)
}

export async function listMasters(store: ImageStore): Promise<string[]> {
  return (await store.list()).map(({ file }) => file).filter((file) => masterName(file) !== null)
}

export function mastersLeftIn(dataDir: string): Promise<string[]> {
  return listMasters(folderImageStore(dataDir))
}

async function takeOver(dataDir: string, store: ImageStore): Promise<void> {
  const folder = folderImageStore(dataDir)
  const moved = join(dataDir, 'uploads-moved')
  for (const file of await mastersLeftIn(dataDir)) {
    const bytes = await folder.read(file)
    if (!bytes) continue
    await store.put(file, bytes)
    await mkdir(moved, { recursive: true })
    await rename(join(folder.location, file), join(moved, file))
  }
}

/** `room` in bytes; `belief`: ms before checking again that a file is still there. */
type ImageMemory = { room: number; belief: number }

const MEMORY: ImageMemory = { room: 16 * 1024 ** 2, belief: 60_000 }

/**
 * Answers recently used files from memory. Files never change under their names, so it only checks
 * now and then that they still exist; while the store is away, it assumes so.
 */
export function rememberImages(
  store: ImageStore,
  { room, belief }: ImageMemory = MEMORY,
): ImageStore {
  const known = new Map<string, { bytes: Buffer; until: number }>()
  let taken = 0
  const forget = (file: string) => {
    taken -= known.get(file)?.bytes.length ?? 0
    known.delete(file)
  }
  const remember = (file: string, bytes: Buffer, until = performance.now() + belief) => {
    forget(file)
    known.set(file, { bytes, until })
    taken += bytes.length
    for (const oldest of known.keys()) {
      if (taken <= room) break
      forget(oldest)
    }
  }
  const readAnew = async (file: string) => {
    const bytes = await store.read(file)
    if (bytes) remember(file, bytes)
    return bytes
  }
  return {
    ...store,
    async read(file) {
      const found = known.get(file)
      if (!found) return readAnew(file)
      const isBelieved = found.until > performance.now()
      if (!isBelieved && !(await isThere(store, file))) {
        forget(file)
        return null
      }
      remember(file, found.bytes, isBelieved ? found.until : undefined)
      return found.bytes
    },
    peek(file) {
      const found = known.get(file)
      return found && found.until > performance.now() ? found.bytes : null
    },
    async removeAll(start) {
      for (const file of known.keys()) if (file.startsWith(start)) forget(file)
      await store.removeAll(start)
    },
  }
}

async function isThere(store: ImageStore, file: string): Promise<boolean> {
  try {
    return await store.has(file)
  } catch (error) {
    if (error instanceof ImageStoreError) return true
    throw error
  }
}
