import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

/** The longest refused body that is let in, in bytes: a large photo. */
const MAX_BYTES = 16 * 1024 * 1024

/** Who still writes when the connection closes reads no answer; what is far too long is cut. */
export async function drainBody(body: IncomingMessage): Promise<void> {
  if (body.readableFlowing !== null || !(Number(body.headers['content-length']) <= MAX_BYTES))
    return
  body.resume()
  await finished(body, { writable: false }).catch(() => {})
}
