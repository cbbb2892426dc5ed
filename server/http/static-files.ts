import fastifyStatic from '@fastify/static'
import { FOREVER } from './headers.ts'
import type { App } from './serve.ts'

const A_DAY = 'public, max-age=86400'

const FIXED_NAMES = [
  'favicon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'social.png',
  'manifest.webmanifest',
]

/** Serves the built files, compressed at build time. Those with a hash in their name are kept forever. */
export async function serveBuilt(app: App, client: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  })
  app.get<{ Params: { '*': string } }>('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    const name = `assets/${request.params['*']}`
    return reply.header('cache-control', FOREVER).header('vary', 'Accept-Encoding').sendFile(name, client)
  })
  for (const name of FIXED_NAMES) {
    app.get(`/${name}`, { config: { access: 'public' } }, (_, reply) =>
      reply.header('cache-control', A_DAY).sendFile(name, client),
    )
  }
}
