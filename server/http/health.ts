import type { App } from './serve.ts'

/** `/healthz`: the process lives. `/readyz`: says `ready`, or with 503 why not; `whatIsMissing` answers null when nothing is. */
export function healthRoutes(app: App, whatIsMissing: () => Promise<string | null>): void {
  app.get('/healthz', { config: { access: 'public' } }, async (_, reply) => {
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('alive')
  })
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    try {
      const missing = await whatIsMissing()
      return missing ? reply.code(503).send(missing) : reply.send('ready')
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send('the database does not answer')
    }
  })
}
