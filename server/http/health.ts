import { pendingMigrations } from '#server/db/migrate.ts'
import type { Db } from '#server/db/tables.ts'
import type { App } from './serve.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers and its schema is this release's; says why not with 503. */
export function healthRoutes(app: App, db: Db): void {
  app.get('/healthz', { config: { access: 'public' } }, async (_, reply) => {
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('alive')
  })
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    try {
      const pending = await pendingMigrations(db)
      if (pending.length === 0) return reply.send('ready')
      return reply.code(503).send(`the schema lacks ${pending.map((migration) => migration.name).join(', ')}`)
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send('the database does not answer')
    }
  })
}
