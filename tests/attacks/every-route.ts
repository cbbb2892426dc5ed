import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Access, Endpoint } from '#contract/endpoint.ts'

export type Route = { method: string; url: string; access: Access; endpoint: Endpoint | undefined }

/** Null `route`: no route took the request. */
export type Answered = { route: string | null; access: Access | undefined; status: number }

export type RouterWatch = {
  /** In order of declaration, each method separately. */
  routes: Route[]
  answered: Answered[]
  /** The newest answer; the router may report it a moment after the client has read it. */
  lastAnswer(isCertain: boolean): Promise<Answered | undefined>
}

const MOST_WAITS = 1000

const STARTS = 'fastify.initialization'

/**
 * Watches the routers of all apps made until the test ends, so no list of routes is kept by hand.
 */
export function watchRouter(): RouterWatch {
  const answered: Answered[] = []
  const watch: RouterWatch = {
    routes: [],
    answered,
    async lastAnswer(isCertain) {
      for (let waits = 0; isCertain && answered.length === 0 && waits < MOST_WAITS; waits++)
        await nextTurn()
      return answered.at(-1)
    },
  }
  const attach = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void watch.routes.push(...routesOf(route)))
    fastify.addHook('onResponse', async (request, reply) => {
      const { url, config } = request.routeOptions
      answered.push({ route: url ?? null, access: config?.access, status: reply.statusCode })
    })
  }
  subscribe(STARTS, attach)
  onTestFinished(() => void unsubscribe(STARTS, attach))
  return watch
}

function routesOf({ method, url, config }: RouteOptions): Route[] {
  const methods = Array.isArray(method) ? method : [method]
  const { access = 'public', endpoint } = config ?? {}
  return methods.map((one) => ({ method: one, url, access, endpoint }))
}

const PARAMETERS: Record<string, string> = {
  key: 'hero_title',
  filename: `${'0'.repeat(32)}.webp`,
  day: '2026-11-21',
}

export function addressOf(url: string, parameters: Record<string, string> = PARAMETERS): string {
  return url.replace(/:(\w+)|\*/g, (_, name: string) => parameters[name] ?? '1')
}
