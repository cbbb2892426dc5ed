import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { masterName } from '#contract/products/pictures.ts'
import type { PictureStoreConfig } from '#server/config/services.ts'
import { bucketImageStore } from './bucket-image-store.ts'
import { folderImageStore, type ImageStore } from './image-store.ts'
import { rememberImages } from './remember-images.ts'

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

export async function mastersLeftIn(dataDir: string): Promise<string[]> {
  return (await folderImageStore(dataDir).list())
    .map(({ file }) => file)
    .filter((file) => masterName(file) !== null)
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
