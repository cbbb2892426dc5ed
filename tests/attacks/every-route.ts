import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Access, Endpoint } from '#contract/endpoint.ts'

/** A route as the router knows it; `endpoint` where the contract describes it. */
export type Route = { method: string; url: string; access: Access; endpoint: Endpoint | undefined }

/** Which route answered a request, and how; null for what no route took. */
export type Answered = { route: string | null; access: Access | undefined; status: number }

export type RouterWatch = {
  /** In the order in which they were declared, each method by itself. */
  routes: Route[]
  /** What was answered since it was emptied. */
  answered: Answered[]
  /** The newest of them; the router may tell of it a moment after its client has read it. */
  lastAnswer(isCertain: boolean): Promise<Answered | undefined>
}

const MOST_WAITS = 1000

const STARTS = 'fastify.initialization'

/** Watches the routers of all apps made from now until the test ends; no list of routes is written by hand. */
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

/** What stands for a route's parameters where nobody asks whether there is such a thing. */
const PARAMETERS: Record<string, string> = {
  key: 'hero_title',
  filename: `${'0'.repeat(32)}.webp`,
  day: '2026-11-21',
}

/** An address of a route, its parameters filled in. */
export function addressOf(url: string, parameters: Record<string, string> = PARAMETERS): string {
  return url.replace(/:(\w+)|\*/g, (_, name: string) => parameters[name] ?? '1')
}
