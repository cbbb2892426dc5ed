import type { FastifyReply, FastifyRequest } from 'fastify'
import { markCacheable } from './cacheable.ts'
import {
  chooseEncoding,
  type Encoding,
  encode,
  inTaggedEncodings,
  type MaybePromise,
  mapMaybe,
  matches,
  type TaggedBytes,
} from './encodings.ts'

/** What one packet holds anyway is sent as it is, in bytes. */
const MAX_PLAIN = 1024

export type Call = { request: FastifyRequest; reply: FastifyReply }

/**
 * A long answer that was made for this one request travels compressed. For the desk alone: its cookie
 * is `SameSite=Strict`, so no other site can have it asked and learn from the lengths of the answers.
 */
export async function sendEncoded(plain: Buffer, { request, reply }: Call): Promise<FastifyReply> {
  const encoding = encodingFor(plain, { request, reply })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await encode(plain, encoding))
}

const tagged = new WeakMap<Buffer, ReturnType<typeof inTaggedEncodings>>()

/**
 * Bytes that are kept and the same for everyone: each encoding
 * of them is made once, and a browser that has them gets a 304.
 */
export function sendCached(
  plain: Buffer,
  call: Call,
  isCurrent?: () => boolean,
): MaybePromise<FastifyReply> {
  const bytesIn = tagged.get(plain) ?? inTaggedEncodings(plain)
  tagged.set(plain, bytesIn)
  const encoding = encodingFor(plain, call)
  call.reply.header('cache-control', 'no-cache')
  return mapMaybe(bytesIn(encoding), (bytes) => sendTagged(bytes, encoding, call, isCurrent))
}

/**
 * Sends the bytes with their tag, or 304 to who has exactly these; what says how long it is current may be given again.
 */
export function sendTagged(
  { bytes, etag }: TaggedBytes,
  encoding: Encoding,
  { request, reply }: Call,
  isCurrent?: () => boolean,
): FastifyReply {
  if (isCurrent) markCacheable(reply, { bytes, etag, isCurrent })
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
