import { randomBytes } from 'node:crypto'
import { masterFile, pictureUrl } from '#contract/pictures.ts'
import { recordChange } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { callStore } from './call-store.ts'
import { masterOf } from './picture-codec.ts'

/** Keeps an uploaded picture, made anew, under a name of our own; answers its address. @throws Refusal 'wrong-type', 'too-large', 'not-now' */
export async function storePicture({ db, pictures, now, report }: Shop, upload: Buffer): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const master = await masterOf(upload)
  await callStore(report, 'keep a picture', () => pictures.put(masterFile(name), master))
  const imageUrl = pictureUrl(name)
  const change = { action: 'created', subject: `picture:${name}`, before: null, after: { imageUrl } }
  await write(db, (tx) => recordChange(tx, change, now()))
  return imageUrl
}
