import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { errorMessage } from '#server/core/error-message.ts'
import {
  AGE_START,
  about,
  BackupError,
  entryAt,
  entryOf,
  FORM,
  type Manifest,
  manifest,
  type Piece,
  readJson,
  ZSTD_START,
} from './backup-format.ts'
import { decrypt } from './encryption.ts'

export const NEEDS_PASSPHRASE =
  'This backup is encrypted. Set BACKUP_PASSPHRASE to the passphrase it was made with.'
export const WRONG_PASSPHRASE = 'This is not the passphrase the backup was made with.'

const MEGABYTE = 1024 ** 2

/** Limits in bytes. Rows come in 1 MB pieces; a few compressed bytes could unpack to any size. */
const LONGEST = {
  about: MEGABYTE,
  rows: 4 * MEGABYTE,
  row: MEGABYTE,
  picture: 16 * MEGABYTE,
  manifest: 16 * MEGABYTE,
}

/** In bytes. With Node's default 16 KB, a million orders (2.4 GB) would come in 145,000 pieces. */
const UNPACKING = { chunkSize: 1024 ** 2 }

/**
 * Streams a backup's pieces, each verified against the manifest by the end.
 * @throws BackupError for a file that isn't a backup, is damaged, incomplete or of a newer format,
 * and for a wrong passphrase
 */
export async function readBackup(
  file: string,
  passphrase: string | null,
  take: (piece: Piece) => Promise<void>,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Manifest> {
  const key = await keyFor(file, passphrase)
  const seen: Manifest['entries'] = []
  let found: Manifest | null = null
  for await (const { place, name, bytes } of entriesOf(file, key, onProgress)) {
    if (found) throw damaged('something follows its end')
    if ((seen.length === 0) !== (place === 'about')) throw notOurs()
    if (place === 'manifest') {
      found = readJson(manifest, bytes.toString(), 'manifest')
      continue
    }
    seen.push(entryOf(name, bytes))
    await take(pieceAt(place, bytes))
  }
  if (!found) throw damaged(NO_END)
  compare(found.entries, seen)
  await take({ kind: 'tally', tally: found })
  return found
}

/** Reads only the first entry, before anything is locked. @throws BackupError */
export async function requireBackup(file: string, passphrase: string | null): Promise<void> {
  const key = await keyFor(file, passphrase)
  for await (const { place, bytes } of entriesOf(file, key, () => {})) {
    if (place !== 'about') throw notOurs()
    readAbout(bytes.toString())
    return
  }
  throw damaged(NO_END)
}

const NO_END = 'its end is missing'

const NEWLINE = 0x0a

function pieceAt(place: Exclude<Entry, 'manifest'>, bytes: Buffer): Piece {
  if (place === 'about') return { kind: 'about', about: readAbout(bytes.toString()) }
  if ('picture' in place) return { kind: 'picture', file: place.picture, bytes }
  for (let end = 0, start = 0; end >= 0; start = end + 1) {
    end = bytes.indexOf(NEWLINE, start)
    if ((end < 0 ? bytes.length : end) - start > LONGEST.row) throw damaged('a row is too long')
  }
  const text = bytes.toString()
  return { kind: 'rows', table: place.table, rows: text.split('\n').length - 1, text }
}

function readAbout(text: string) {
  const read = readJson(about, text, 'first page')
  if (read.form > FORM)
    throw new BackupError(
      'This backup is from a newer Farmstand. Please restore it with that one. Nothing was changed.',
    )
  return read
}

function compare(promised: Manifest['entries'], seen: Manifest['entries']): void {
  const differing = promised.findIndex(({ name, bytes, sha256 }, place) => {
    const found = seen[place]
    return found?.name !== name || found.bytes !== bytes || found.sha256 !== sha256
  })
  if (differing >= 0) throw damaged(`${promised[differing]?.name} is not what was written`)
  if (seen.length !== promised.length) throw damaged('it holds more than was written')
}

async function keyFor(file: string, passphrase: string | null): Promise<string | null> {
  const start = await firstBytes(file)
  if (start.subarray(0, ZSTD_START.length).equals(ZSTD_START)) return null
  if (!start.equals(AGE_START)) throw notOurs()
  if (passphrase === null) throw new BackupError(NEEDS_PASSPHRASE)
  return passphrase
}

async function firstBytes(file: string): Promise<Buffer> {
  try {
    const start = createReadStream(file, { end: AGE_START.length - 1 })
    return Buffer.concat(await Array.fromAsync(start))
  } catch (error) {
    throw new BackupError(`There is no readable file at ${file} (${errorMessage(error)}).`)
  }
}

async function* entriesOf(
  file: string,
  key: string | null,
  onProgress: (done: number, total: number) => void,
): AsyncGenerator<{ place: Entry; name: string; bytes: Buffer }> {
  const { extract } = await import('tar-stream')
  const tar = extract()
  const { size } = await stat(file)
  const bytes = createReadStream(file)
  const arrived = key
    ? pipeline(
        bytes,
        (secret: AsyncIterable<Uint8Array>) => decrypt(key, secret),
        createZstdDecompress(UNPACKING),
        tar,
      )
    : pipeline(bytes, createZstdDecompress(UNPACKING), tar)
  const over = arrived.catch((error: unknown) => error)
  try {
    for await (const entry of tar) {
      const { name } = entry.header
      const place = entryAt(name)
      if (place === null) throw notOurs()
      yield { place, name, bytes: await wholeOf(entry, longest(place)) }
      onProgress(bytes.bytesRead, size)
    }
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw readable((await over) ?? error)
  } finally {
    tar.destroy()
    await over
  }
  const failure = await over
  if (failure) throw readable(failure)
}

type Entry = NonNullable<ReturnType<typeof entryAt>>

function longest(place: Entry): number {
  if (typeof place === 'string') return LONGEST[place]
  return 'table' in place ? LONGEST.rows : LONGEST.picture
}

async function wholeOf(
  entry: AsyncIterable<unknown> & { header: { size?: number | undefined } },
  most: number,
): Promise<Buffer> {
  if ((entry.header.size ?? 0) > most) throw damaged('an entry is too long')
  const chunks: Uint8Array[] = []
  for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function readable(error: unknown): Error {
  const why = errorMessage(error)
  if (error instanceof BackupError) return error
  if (/no identity matched/.test(why)) return new BackupError(WRONG_PASSPHRASE)
  return damaged(why)
}

function damaged(why: string): BackupError {
  return new BackupError(`This backup is damaged or incomplete: ${why}.`)
}

function notOurs(): BackupError {
  return new BackupError('This is not a backup of a Farmstand shop.')
}
