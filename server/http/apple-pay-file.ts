import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from './serve.ts'

const NAME = 'apple-developer-merchantid-domain-association'

/** Apple's file has about 9 KB; what is much more is something else. */
const MAX_BYTES = 64 * 1024

/**
 * Serves the file by which Apple knows that a domain may offer Apple Pay. The owner lays it into
 * the data folder as Stripe gives it, under Apple's own name; until then there is no such page.
 */
export function serveApplePayFile(app: App, dataDir: string): void {
  const path = join(dataDir, NAME)
  app.get(`/.well-known/${NAME}`, { config: { access: 'public' } }, async (_, reply) => {
    const file = await readSmallFile(path)
    if (file === null) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(file)
  })
}

/** Null for what is missing, unreadable, empty, too large or no file at all. */
async function readSmallFile(path: string): Promise<Buffer | null> {
  try {
    const found = await stat(path)
    const isFit = found.isFile() && found.size > 0 && found.size <= MAX_BYTES
    return isFit ? await readFile(path) : null
  } catch {
    return null
  }
}
