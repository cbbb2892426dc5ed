import { randomBytes } from 'node:crypto'
import { masterFile, pictureUrl } from '#contract/pictures.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { Refusal } from '#server/http/errors.ts'
import { isDiskTrouble } from '#server/outside/image-store.ts'
import type { Shop } from '#server/shop.ts'
import { masterOf } from './picture-codec.ts'

/** Keeps an uploaded picture, made anew, under a name of our own; answers its address. @throws Refusal 'wrong-type', 'too-large', 'not-now' */
export async function storePicture(shop: Shop, upload: Buffer): Promise<string> {
  const { db, now } = shop
  const name = randomBytes(16).toString('hex')
  await keep(shop, masterFile(name), await masterOf(upload))
  const imageUrl = pictureUrl(name)
  const change = { action: 'created', subject: `picture:${name}`, before: null, after: { imageUrl } }
  await write(db, (tx) => recordChange(tx, change, now()))
  return imageUrl
}

async function keep({ pictures, report }: Shop, file: string, bytes: Buffer): Promise<void> {
  try {
    await pictures.keep(file, bytes)
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
    report('keep a picture', error)
    const words = 'There is no room for pictures right now. Please make room on the shop’s disk and try again.'
    throw new Refusal('not-now', words, { retryAfter: 60 })
  }
}
