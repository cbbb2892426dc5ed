import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** A plain value is used right away, without a microtask. */
export type MaybePromise<T> = T | Promise<T>

const BROTLI_QUALITY = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export type TaggedBytes = { bytes: Buffer; etag: string }

/** Each encoding is made once. */
export function inTaggedEncodings(
  plain: Buffer,
): (encoding: Encoding) => MaybePromise<TaggedBytes> {
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const made = new Map<Encoding, MaybePromise<TaggedBytes>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const making = encode(plain, encoding).then((bytes) => ({ bytes, etag }))
    made.set(encoding, making)
    making.then(
      (done) => made.set(encoding, done),
      () => made.delete(encoding),
    )
    return making
  }
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
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

/** Browsers send a few short headers; others may send anything. */
const MAX_CHOICES = 100
const MAX_ACCEPT = 100
const choices = new Map<string, Encoding>()

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

export function matches(given: string | undefined, etag: string): boolean {
  if (!given) return false
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** The same for everyone at this address. `isCurrent`: the route would still answer the same. */
export type Cacheable = { bytes: Buffer; etag: string | null; isCurrent: () => boolean }

export const cacheableAnswers = new WeakMap<FastifyReply, Cacheable>()

/** Returns the previous buffer as long as new reads equal it, so nothing is compressed twice. */
export function sameBytes(read: () => Promise<Buffer>): () => Promise<Buffer> {
  let last: Buffer | null = null
  return async () => {
    const bytes = await read()
    if (bytes !== last && !last?.equals(bytes)) last = bytes
    return last
  }
}

/** In bytes. What fits in one packet isn't compressed. */
const MAX_PLAIN = 1024

export type Call = { request: FastifyRequest; reply: FastifyReply }

/** Desk only: its `SameSite=Strict` cookie stops other sites asking and learning its length. */
export async function sendEncoded(plain: Buffer, { request, reply }: Call): Promise<FastifyReply> {
  const encoding = encodingFor(plain, { request, reply })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await encode(plain, encoding))
}

const tagged = new WeakMap<Buffer, ReturnType<typeof inTaggedEncodings>>()

/** Same bytes for everyone: each encoding is made once, and browsers that have it get a 304. */
export function sendCached(
  plain: Buffer,
  call: Call,
  isCurrent?: () => boolean,
  cacheControl = 'no-cache',
): MaybePromise<FastifyReply> {
  const bytesIn = tagged.getOrInsertComputed(plain, inTaggedEncodings)
  const encoding = encodingFor(plain, call)
  call.reply.header('cache-control', cacheControl)
  return mapMaybe(bytesIn(encoding), (bytes) => sendTagged(bytes, encoding, call, isCurrent))
}

export function sendTagged(
  { bytes, etag }: TaggedBytes,
  encoding: Encoding,
  { request, reply }: Call,
  isCurrent?: () => boolean,
): FastifyReply {
  if (isCurrent) cacheableAnswers.set(reply, { bytes, etag, isCurrent })
  reply.header('etag', etag)
  if (reply.statusCode === 200 && matches(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(bytes)
}

function encodingFor(plain: Buffer, { request, reply }: Call): Encoding {
  if (plain.length <= MAX_PLAIN) return 'identity'
  reply.header('vary', 'Accept-Encoding')
  return chooseEncoding(request.headers['accept-encoding'])
}
