import type { FastifyRequest } from 'fastify'
import type { App } from './serve.ts'

type RawCall = {
  path: `/api/${string}`
  limit: number
  handle: (body: Buffer, request: FastifyRequest) => Promise<void>
}

/** Serves a stranger's POST whose signature covers its very bytes: they reach the handler unread. Answers 200 once the work is done. */
export async function serveRaw(app: App, { path, limit, handle }: RawCall): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit: limit }, (_, body, done) =>
      done(null, body),
    )
    scope.post(path, { config: { access: 'public' }, bodyLimit: limit }, async (request, reply) => {
      await handle(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request)
      return reply.type('application/json; charset=utf-8').send('{"received":true}')
    })
  })
}
