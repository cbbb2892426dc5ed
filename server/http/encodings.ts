import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A value or a promise of it; a value is used at once, without a turn of the microtask queue. */
export type MaybePromise<T> = T | Promise<T>

const BROTLI_QUALITY = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Bytes in the encoding requested; each is made once, at its first request. */
function inEncodings<Made>(
  plain: Buffer,
  make: (bytes: Buffer, encoding: Encoding) => Made,
): (encoding: Encoding) => MaybePromise<Made> {
  const made = new Map<Encoding, MaybePromise<Made>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const making = encode(plain, encoding).then((bytes) => make(bytes, encoding))
    made.set(encoding, making)
    making.then(
      (done) => made.set(encoding, done),
      () => made.delete(encoding),
    )
    return making
  }
}

/** Bytes as they travel in one encoding, and the entity tag that names exactly them. */
export type TaggedBytes = { bytes: Buffer; etag: string }

export function inTaggedEncodings(
  plain: Buffer,
): (encoding: Encoding) => MaybePromise<TaggedBytes> {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return inEncodings(plain, (bytes, encoding) => ({
    bytes,
    etag: encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`,
  }))
}

export async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return compressGzip(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return compressBrotli(plain, { params })
}

export function mapMaybe<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Browsers send a few different headers, and short ones; anybody may send others. */
const MAX_CHOICES = 100
const MAX_ACCEPT = 100
const choices = new Map<string, Encoding>()

/** The best encoding a client takes; `q=0` counts as refused. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  const known = choices.get(accept)
  if (known) return known
  const choice = accepts(accept, 'br') ? 'br' : accepts(accept, 'gzip') ? 'gzip' : 'identity'
  if (choices.size >= MAX_CHOICES) choices.clear()
  if (accept.length <= MAX_ACCEPT) choices.set(accept, choice)
  return choice
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((term) => term.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

/** Whether a browser has exactly the bytes of that tag. */
export function matches(given: string | undefined, etag: string): boolean {
  if (!given) return false
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
