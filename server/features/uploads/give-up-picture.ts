import { pictureUrl } from '#contract/pictures.ts'
import { recordChange } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { isPictureUsed } from './picture-queries.ts'

/**
 * Gives a picture up, as often as one likes; its files go now if nothing shows it, and stay otherwise. What cannot be removed
 * now goes with the unused ones.
 */
export async function giveUpPicture({ db, pictures, now, report }: Shop, name: string): Promise<void> {
  const isUsed = await write(db, async (tx) => {
    const before = { imageUrl: pictureUrl(name) }
    await recordChange(tx, { action: 'deleted', subject: `picture:${name}`, before, after: null }, now())
    return isPictureUsed(tx, name)
  })
  if (!isUsed) await pictures.removeAll(name).catch((error: unknown) => report('remove a picture', error))
}
