import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding, encode, inEncodings } from './encodings.ts'

/** What one packet holds is sent as it is, in bytes. */
const MAX_PLAIN = 1400

/**
 * A long answer that was made for this one request travels compressed. For the desk alone: its cookie
 * is `SameSite=Strict`, so no other site can have it asked and learn from the lengths of the answers.
 */
export function sendEncoded(plain: Buffer, request: FastifyRequest, reply: FastifyReply) {
  return send(plain, { request, reply, inEncoding: (encoding) => encode(plain, encoding) })
}

const encodings = new WeakMap<Buffer, ReturnType<typeof inEncodings<Buffer>>>()

/** The same for bytes that are kept: each encoding of them is made once. */
export function sendCached(plain: Buffer, request: FastifyRequest, reply: FastifyReply) {
  const known = encodings.get(plain) ?? inEncodings(plain, (bytes) => bytes)
  encodings.set(plain, known)
  return send(plain, { request, reply, inEncoding: known })
}

type Sending = {
  request: FastifyRequest
  reply: FastifyReply
  inEncoding: (encoding: Encoding) => Buffer | Promise<Buffer>
}

async function send(plain: Buffer, { request, reply, inEncoding }: Sending) {
  if (plain.length <= MAX_PLAIN) return reply.send(plain)
  reply.header('vary', 'Accept-Encoding')
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(await inEncoding(encoding))
}
