import type { PictureBucket } from '#server/config/pictures.ts'
import { getValue } from '#server/core/key-value.ts'
import { openOlder } from '#server/db/open-database.ts'
import { imageStoreOf, mastersLeftIn } from '#server/outside/open-image-store.ts'
import { BackupError } from './backup-error.ts'
import type { Source } from './write-backup.ts'

export type ShopPlace = { dataDir: string; databaseUrl: string | null; pictureBucket: PictureBucket | null }

/** Opens a shop to be kept, beside a server that may be open on it; whoever asks closes its database. @throws BackupError */
export async function openSource(place: ShopPlace): Promise<Source> {
  const database = await openOlder(place)
  try {
    if (!place.pictureBucket) return { database, pictures: await imageStoreOf(place, '') }
    const shopId = await getValue(database.db, 'shop_id')
    if (shopId === null || (await mastersLeftIn(place.dataDir)).length > 0)
      throw new BackupError('Its pictures are not in their store yet. Please start the shop once to move them there.')
    return { database, pictures: await imageStoreOf(place, shopId) }
  } catch (error) {
    await database.close()
    throw error
  }
}
