import type { App } from './serve.ts'

export type Readiness = { missing: string[]; warnings: string[] }

export function healthRoutes(app: App, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', { config: { access: 'public' } }, async (_, reply) => {
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('alive')
  })
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    try {
      const { missing, warnings } = await readiness()
      const first = missing.length > 0 ? missing : ['ready']
      const lines = [...first, ...warnings.map((warning) => `warning: ${warning}`)]
      return reply.code(missing.length > 0 ? 503 : 200).send(lines.join('\n'))
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send('the database does not answer')
    }
  })
}
