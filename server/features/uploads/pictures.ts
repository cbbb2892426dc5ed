import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import {
  masterFile,
  masterName,
  type PictureVariant,
  pictureName,
  pictureUrl,
  readPictureFile,
} from '#contract/products/pictures.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange, recordEvent } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { type ImageStore, ImageStoreError, isDiskTrouble } from '#server/outside/image-store.ts'
import type { Shop } from '#server/shop.ts'
import { masterOf, sizeOf, variantOf } from './picture-codec.ts'

/**
 * Serves pictures by file name, reading each once for concurrent requests; a smaller size is made
 * on first request and stored if there is room. Bytes are null for a missing picture.
 * @throws Refusal 'not-now' when too many are being made, or the store is away
 */
export function pictureFinder(
  store: ImageStore,
  report: (what: string, error: unknown) => void,
): (file: string) => Promise<Buffer | null> {
  const read = (file: string) => callStore(report, 'read a picture', () => store.read(file))
  const make = async (file: string, name: string, variant: PictureVariant) => {
    const master = await read(masterFile(name))
    if (!master) return null
    const bytes = await variantOf(master, variant)
    // A full disk or a failing store must not keep anyone from seeing a picture.
    await put(store, file, bytes, name).catch((error: unknown) =>
      report('keep a form of a picture', error),
    )
    return bytes
  }
  const findOnce = async (file: string) => {
    const wanted = readPictureFile(file)
    if (!wanted) return null
    const { name, variant } = wanted
    return (await read(file)) ?? (variant && make(file, name, variant))
  }
  const finding = new Map<string, Promise<Buffer | null>>()
  return (file) => {
    const found = finding.get(file) ?? findOnce(file).finally(() => finding.delete(file))
    finding.set(file, found)
    return found
  }
}

/** If the picture was given up meanwhile, none of it stays. */
async function put(store: ImageStore, file: string, bytes: Buffer, name: string): Promise<void> {
  await store.put(file, bytes)
  if (!(await store.has(masterFile(name)))) await store.removeAll(name)
}

/** @throws Refusal 'wrong-type', 'too-large', 'not-now' */
export async function storePicture(
  { db, pictures, now, report }: Shop,
  upload: Buffer,
): Promise<string> {
  const name = randomBytes(16).toString('hex')
  const master = await masterOf(upload)
  await callStore(report, 'keep a picture', () => pictures.put(masterFile(name), master))
  const imageUrl = pictureUrl(name)
  const after = { imageUrl }
  await recordEvent(db, { action: 'created', subject: `picture:${name}`, after }, now())
  return imageUrl
}

/** Deletes it now if nothing shows it; else, or on failure, the cleanup of unused ones does. */
export async function giveUpPicture(
  { db, pictures, now, report }: Shop,
  name: string,
): Promise<void> {
  const isUsed = await write(db, async (tx) => {
    const before = { imageUrl: pictureUrl(name) }
    await recordChange(tx, { action: 'deleted', subject: `picture:${name}`, before }, now())
    return isPictureUsed(tx, name)
  })
  if (!isUsed)
    await pictures.removeAll(name).catch((error: unknown) => report('remove a picture', error))
}

/** Older than a day and shown nowhere, since a form may hold one; and what broken writes left. */
export async function removeUnusedPictures({ db, pictures, now }: Shop): Promise<void> {
  const yesterday = new Date(now().getTime() - DAY)
  const old = (await pictures.list())
    .filter(({ storedAt }) => storedAt < yesterday)
    .map(({ file }) => file)
  for (const file of old.filter((one) => one.endsWith('.part'))) await pictures.removeAll(file)
  for (const name of old.flatMap((file) => masterName(file) ?? [])) {
    if (!(await isPictureUsed(db, name))) await pictures.removeAll(name)
  }
}

/**
 * What shows pictures, at any of their addresses; page versions can be restored, and mails load
 * theirs whenever they are read. Add every new holder of pictures here.
 */
const HOLDERS = [
  ['products', 'image_url'],
  ['settings', 'value'],
  ['pages', 'content'],
  ['page_versions', 'content'],
  ['letters', 'pictures'],
] as const

async function isPictureUsed(db: Db, name: string): Promise<boolean> {
  for (const [table, column] of HOLDERS) {
    const held = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`%${name}%`} limit 1`
    if ((await held.execute(db)).rows.length > 0) return true
  }
  return false
}

const PICTURE = /<img [^<>]*>/g
const SIZE = / (?:width|height)="/
const SOURCE = / src="([^"]+)"/

/** Gives sanitized HTML the sizes of its pictures, which keep their place while they load. */
export async function withPictureSizes(
  { pictures, report }: Pick<Shop, 'pictures' | 'report'>,
  html: string,
): Promise<string> {
  const sizes = new Map<string, string>()
  for (const url of new Set(html.match(PICTURE)?.flatMap((img) => unsizedSource(img) ?? []))) {
    const name = pictureName(url)
    try {
      const master = name && (await pictures.read(masterFile(name)))
      if (!master) continue
      const { width, height } = await sizeOf(master)
      sizes.set(url, ` src="${url}" width="${width}" height="${height}"`)
    } catch (error) {
      report('size a picture', error)
    }
  }
  return html.replace(PICTURE, (img) => {
    const sized = sizes.get(unsizedSource(img) ?? '')
    return sized === undefined ? img : img.replace(SOURCE, () => sized)
  })
}

function unsizedSource(img: string): string | undefined {
  return SIZE.test(img) ? undefined : SOURCE.exec(img)?.[1]
}

const NO_ROOM =
  'The shop’s disk is full, so the picture cannot be saved. Please free up space and try again.'
const AWAY = 'The shop cannot reach its pictures right now. Please try again in a moment.'

/** Logs store errors. @throws Refusal 'not-now' */
async function callStore<T>(
  report: Shop['report'],
  what: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const [isFull, isAway] = [isDiskTrouble(error), error instanceof ImageStoreError]
    if (!isFull && !isAway) throw error
    report(what, error)
    throw new Refusal('not-now', isFull ? NO_ROOM : AWAY, { retryAfter: isFull ? 60 : 10 })
  }
}
