import fastifyStatic from '@fastify/static'
import { PICTURE_HEADERS } from './headers.ts'
import type { App } from './serve.ts'

/** Built files carry a hash in their name: whoever has one never asks again. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** Serves the built assets, compressed at build time, and the pictures. `assets` is null while Vite serves them itself. */
export async function serveFiles(app: App, folders: { assets: string | null; pictures: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.assets ? [folders.assets, folders.pictures] : folders.pictures,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  })
  const { assets, pictures } = folders
  if (assets) {
    app.get('/assets/*', { config: { access: 'public' } }, (request, reply) => {
      return reply.header('cache-control', FOREVER).header('vary', 'Accept-Encoding').sendFile(rest(request.params), assets)
    })
  }
  app.get('/uploads/*', { config: { access: 'public' } }, (request, reply) => {
    return reply.headers(PICTURE_HEADERS).header('cache-control', A_DAY).sendFile(rest(request.params), pictures)
  })
}

function rest(params: unknown): string {
  return (params as { '*': string })['*']
}
