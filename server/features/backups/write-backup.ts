import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Pack } from 'tar-stream'
import { HOUR } from '#contract/time/durations.ts'
import type { Config } from '#server/config/config.ts'
import { getValue } from '#server/core/key-value.ts'
import { type Database, openOlder } from '#server/db/open-database.ts'
import { makeFolder, syncFolder } from '#server/files/private-files.ts'
import type { ImageStore } from '#server/outside/image-store.ts'
import { imageStoreOf, listMasters, mastersLeftIn } from '#server/outside/open-image-store.ts'
import {
  ABOUT_ENTRY,
  BackupError,
  entryOf,
  MANIFEST_ENTRY,
  type Manifest,
  type Piece,
  pictureEntry,
  rowsEntry,
  type Tally,
} from './backup-format.ts'
import { encrypt } from './encryption.ts'
import { readBackup } from './read-backup.ts'
import { readShop } from './read-shop.ts'

/** Where a shop's data is: a folder, PostgreSQL or none, and a bucket for pictures or none. */
export type ShopLocation = Pick<Config, 'dataDir' | 'databaseUrl' | 'pictureBucket'>

/** Opens a shop next to its running server; the caller closes the database. @throws BackupError */
export async function openSource(place: ShopLocation): Promise<Source> {
  const database = await openOlder(place)
  try {
    if (!place.pictureBucket) return { database, pictures: await imageStoreOf(place, '') }
    const shopId = await getValue(database.db, 'shop_id')
    if (shopId === null || (await mastersLeftIn(place.dataDir)).length > 0)
      throw new BackupError(
        'Its pictures are not in their store yet. Please start the shop once to move them there.',
      )
    return { database, pictures: await imageStoreOf(place, shopId) }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Source = { database: Database; pictures: ImageStore }

type BackupOptions = {
  passphrase: string | null
  now: Date
  onProgress?: (done: number, total: number) => void
}

const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

/**
 * Backs up the whole shop while it sells. The file gets its name only once it is complete, synced
 * and read back; a failure leaves nothing behind. @throws BackupError
 */
export async function writeBackup(
  source: Source,
  file: string,
  options: BackupOptions,
): Promise<{ file: string; bytes: number; manifest: Manifest }> {
  const part = `${file}.${randomUUID()}.part`
  makeFolder(dirname(file))
  await removeHalves(dirname(file), options.now)
  try {
    const { onWriting, onReading } = inHalves(options.onProgress)
    const manifest = await writePart(source, part, { ...options, onProgress: onWriting })
    await readBackup(part, options.passphrase, async () => {}, onReading)
    await rename(part, file)
    syncFolder(dirname(file))
    return { file, bytes: (await stat(file)).size, manifest }
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

const HALF = /\.[\da-f]{8}-[\da-f-]{27}\.part$/

/** A file still being written was touched within this time, in milliseconds. */
const MAX_STILL = HOUR

async function removeHalves(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const file = HALF.test(name) ? await stat(path).catch(() => null) : null
    if (file && now.getTime() - file.mtimeMs > MAX_STILL) await rm(path, { force: true })
  }
}

function inHalves(onProgress: BackupOptions['onProgress'] = () => {}) {
  let rows = 0
  return {
    onWriting(done: number, total: number) {
      rows = total
      onProgress(done, 2 * rows)
    },
    onReading(bytes: number, all: number) {
      onProgress(rows + Math.floor((rows * bytes) / all), 2 * rows)
    },
  }
}

async function writePart(source: Source, part: string, options: BackupOptions): Promise<Manifest> {
  const { pack } = await import('tar-stream')
  const tar = pack()
  // After the pipeline ends, the error fires once more as an event that nobody handles.
  tar.on('error', () => {})
  const { passphrase } = options
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  const written = passphrase
    ? pipeline(
        tar,
        createZstdCompress(COMPRESSION),
        (plain: AsyncIterable<Uint8Array>) => encrypt(passphrase, plain),
        file,
      )
    : pipeline(tar, createZstdCompress(COMPRESSION), file)
  const failed = written.then(() => new Promise<never>(() => {}))
  const manifest = await Promise.race([putAll(tar, source, options, failed), failed])
  await written
  return manifest
}

async function putAll(
  tar: Pack,
  source: Source,
  options: BackupOptions,
  failed: Promise<never>,
): Promise<Manifest> {
  const { now, onProgress = () => {} } = options
  const entries: Manifest['entries'][number][] = []
  const put = async (name: string, bytes: Buffer) => {
    entries.push(entryOf(name, bytes))
    await Promise.race([putEntry(tar, name, bytes, now), failed])
  }
  let masters: string[] = []
  const take = async (piece: Piece) => {
    // All rows of this snapshot have their picture files: a picture is stored before its row.
    if (piece.kind === 'about') masters = (await listMasters(source.pictures)).sort()
    if (piece.kind === 'about')
      await put(ABOUT_ENTRY, Buffer.from(JSON.stringify(piece.about, null, 2)))
    if (piece.kind === 'rows')
      await put(rowsEntry(piece.table, entries.length), Buffer.from(piece.text))
  }
  const tally: Tally = await readShop(source.database, { take, onProgress }, now)
  const pictures = await putPictures(source.pictures, masters, put)
  const manifest = { ...tally, entries, pictures }
  await Promise.race([
    putEntry(tar, MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)), now),
    failed,
  ])
  tar.finalize()
  return manifest
}

function putEntry(tar: Pack, name: string, bytes: Buffer, mtime: Date): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry({ name, mode: 0o600, mtime }, bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function putPictures(
  store: ImageStore,
  masters: string[],
  put: (name: string, bytes: Buffer) => Promise<void>,
): Promise<Manifest['pictures']> {
  const gone: string[] = []
  for (const file of masters) {
    const bytes = await store.read(file)
    if (bytes) await put(pictureEntry(file), bytes)
    else gone.push(file)
  }
  return { stored: masters.length - gone.length, gone }
}
