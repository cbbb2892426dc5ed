import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

/** In bytes: the longest refused body to read, for a large photo. */
const MAX_BYTES = 16 * 1024 * 1024

/** A client still writing when the connection closes reads no answer; overlong bodies are cut. */
export async function drainBody(body: IncomingMessage): Promise<void> {
  if (body.readableFlowing !== null || !(Number(body.headers['content-length']) <= MAX_BYTES))
    return
  body.resume()
  await finished(body, { writable: false }).catch(() => {})
}
