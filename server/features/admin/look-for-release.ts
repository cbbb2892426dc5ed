import { deleteValue, getValue, setValue } from '#server/core/key-value.ts'
import { VERSION } from '#server/core/version.ts'
import { type Db, write } from '#server/db/write.ts'
import { isNewer, type Release } from '#server/outside/release-feed.ts'
import type { Shop } from '#server/shop.ts'

type Known = Pick<Release, 'version' | 'isSecurity' | 'news'>

/** Runs once a day and sends nothing about the shop. */
export async function lookForRelease({
  db,
  readRelease,
}: Pick<Shop, 'db' | 'readRelease'>): Promise<void> {
  if (!readRelease) return void (await write(db, (tx) => deleteValue(tx, 'newer_release')))
  const { version, isSecurity, news } = await readRelease()
  const known: Known = { version, isSecurity, news }
  await write(db, (tx) => setValue(tx, 'newer_release', JSON.stringify(known)))
}

/** Null once this program is that release or a newer one. */
export async function findNewerRelease(db: Db): Promise<Known | null> {
  const stored = await getValue(db, 'newer_release')
  // Without news, if an earlier build stored it.
  const known: Known | null = stored && { news: '', ...JSON.parse(stored) }
  return known && isNewer(known.version, VERSION) ? known : null
}
