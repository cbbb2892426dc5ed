import { masterName } from '#contract/pictures.ts'
import type { Shop } from '#server/shop.ts'
import { isPictureUsed } from './picture-queries.ts'

/** A form that is open may hold a new picture which no product has yet; nobody leaves one open for longer, in milliseconds. */
const A_DAY = 24 * 60 * 60 * 1000

/** Removes the files of every picture that is older than a day and shown nowhere, and what a broken write left. */
export async function removeUnusedPictures({ db, pictures, now }: Shop): Promise<void> {
  const yesterday = new Date(now().getTime() - A_DAY)
  const old = (await pictures.list()).filter(({ storedAt }) => storedAt < yesterday).map(({ file }) => file)
  for (const file of old.filter((one) => one.endsWith('.part'))) await pictures.removeAll(file)
  for (const name of old.flatMap((file) => masterName(file) ?? [])) {
    if (!(await isPictureUsed(db, name))) await pictures.removeAll(name)
  }
}
