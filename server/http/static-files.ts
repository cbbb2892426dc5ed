import fastifyStatic from '@fastify/static'
import { PICTURE_HEADERS } from './headers.ts'
import type { App } from './serve.ts'

/** Built files carry a hash in their name: whoever has one never asks again. */
const FOREVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** Files of the build that have a fixed name, because others expect them there. */
const FIXED_NAMES = ['favicon.svg']

/** Serves the built files, compressed at build time, and the pictures. `client` is null while Vite serves its files itself. */
export async function serveFiles(app: App, folders: { client: string | null; pictures: string }): Promise<void> {
  await app.register(fastifyStatic, {
    root: folders.client ? [folders.client, folders.pictures] : folders.pictures,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    index: false,
  })
  const { client, pictures } = folders
  if (client) serveBuilt(app, client)
  app.get('/uploads/*', { config: { access: 'public' } }, (request, reply) => {
    return reply.headers(PICTURE_HEADERS).header('cache-control', A_DAY).sendFile(rest(request.params), pictures)
  })
}

function serveBuilt(app: App, client: string): void {
  app.get('/assets/*', { config: { access: 'public' } }, (request, reply) => {
    const name = `assets/${rest(request.params)}`
    return reply.header('cache-control', FOREVER).header('vary', 'Accept-Encoding').sendFile(name, client)
  })
  for (const name of FIXED_NAMES) {
    app.get(`/${name}`, { config: { access: 'public' } }, (_, reply) =>
      reply.header('cache-control', A_DAY).sendFile(name, client),
    )
  }
}

function rest(params: unknown): string {
  return (params as { '*': string })['*']
}
