import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { aBucket } from './a-bucket.ts'
import { type AShop, aShop } from './a-shop.ts'
import { IS_LONG } from './length-of-run.ts'

export type PictureStoreKind = 'the data folder' | 'an object store'

/**
 * Where a shop may keep its pictures. Two processes each remember those of a store for a while,
 * which has its own test.
 */
export const PICTURE_PLACES: readonly PictureStoreKind[] =
  import.meta.env.MODE === 'two' ? ['the data folder'] : ['the data folder', 'an object store']

/** For what becomes of the bytes, which is the same wherever they are put: one place is enough. */
export const isAnother = (place: PictureStoreKind) => !IS_LONG && place !== PICTURE_PLACES[0]

/** `files` lists what's there without asking the shop. */
export type AShopKeeping = {
  shop: AShop
  files(): Promise<string[]>
  /** Backdates a file. */
  age(file: string, at: Date): Promise<void>
}

export async function aShopWithPictures(
  place: PictureStoreKind,
  env: Record<string, string> = {},
): Promise<AShopKeeping> {
  if (place === 'an object store') {
    const bucket = await aBucket()
    const shop = await aShop({ env: { ...bucket.env, ...env } })
    return { shop, files: () => bucket.files(shop), age: (file, at) => bucket.age(shop, file, at) }
  }
  const shop = await aShop({ env })
  const folder = join(shop.config.dataDir, 'uploads')
  return {
    shop,
    files: () => readdir(folder),
    age: (file, at) => utimes(join(folder, file), at, at),
  }
}
