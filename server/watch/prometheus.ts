import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Counter, Gauge, Registry } from 'prom-client'
import { VERSION } from '#server/core/version.ts'
import type { AnswerLine } from '#server/http/answer-log.ts'

/** Counters in Prometheus format: never who, only what and how often. */
export type Metrics = Awaited<ReturnType<typeof openMetrics>>

type Prom = typeof import('prom-client')

/** In seconds, upper bounds: from an in-memory page to a slow card provider. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export async function openMetrics() {
  const { default: prom } = await import('prom-client')
  const registry = new prom.Registry()
  // At its default 10 ms the histogram would wake an idle process a hundred times a second.
  prom.collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 })
  const build = { name: 'farmstand_build_info', help: 'Always 1; its labels say what is running.' }
  new prom.Gauge({ ...build, labelNames: ['version', 'node'], registers: [registry] }).set(
    { version: VERSION, node: process.versions.node },
    1,
  )
  return {
    ...countersIn(registry, prom),
    ...readingsIn(registry, prom),
    render: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

function countersIn(registry: Registry, prom: Prom) {
  const registers = [registry]
  const answers = new prom.Counter({
    name: 'farmstand_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const durations = new prom.Histogram({
    name: 'farmstand_http_request_seconds',
    help: 'How long answers took.',
    labelNames: ['route'],
    buckets: DURATIONS,
    registers,
  })
  const failures = new prom.Counter({
    name: 'farmstand_failures_total',
    help: 'Failures outside of an answer, such as a job or an email; the log says more.',
    labelNames: ['what'],
    registers,
  })
  const away = new prom.Counter({
    name: 'farmstand_database_away_total',
    help: 'Requests and work of its own that failed because the database did not answer.',
    registers,
  })
  return {
    countAnswer({ method, route, status, ms }: AnswerLine): void {
      answers.inc({ method, route, status })
      durations.observe({ route }, ms / 1000)
    },
    countFailure: (what: string) => failures.inc({ what }),
    countDatabaseAway: () => away.inc(),
  }
}

function readingsIn(registry: Registry, prom: Prom) {
  const registers = [registry]
  return {
    gauge(name: string, help: string, read: () => number | null | Promise<number | null>): void {
      async function collect(this: Gauge) {
        const value = await read()
        if (value === null) this.remove()
        else this.set(value)
      }
      new prom.Gauge({ name, help, registers, collect })
    },
    gauges(
      name: string,
      { help, label }: { help: string; label: string },
      read: () => Promise<ReadonlyMap<string, number>>,
    ): void {
      async function collect(this: Gauge) {
        this.reset()
        for (const [value, number] of await read()) this.set({ [label]: value }, number)
      }
      new prom.Gauge({ name, help, labelNames: [label], registers, collect })
    },
    total(name: string, help: string, read: () => number): void {
      function collect(this: Counter) {
        this.reset()
        this.inc(read())
      }
      new prom.Counter({ name, help, registers, collect })
    },
  }
}

/**
 * Serves `GET /metrics` on its own port and resolves with that port; never keeps the process alive.
 * Behind a local proxy visitors also come from this machine, so an address rule on the shop's port
 * would let everybody in.
 */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<number> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return reply.writeHead(404).end()
    metrics.render().then(
      ({ type, text }) =>
        reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  server.requestTimeout = 10_000
  server.listen(port, host).unref()
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
