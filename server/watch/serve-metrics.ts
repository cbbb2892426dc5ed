import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from './metrics.ts'

/**
 * Answers `GET /metrics` on a port of its own; resolves with the port it listens on. It never keeps the process alive. Behind a proxy
 * on the same machine a visitor's request comes from here too, so a rule by address on the shop's own port would let in everybody.
 */
export async function serveMetrics(metrics: Metrics, { port, host }: { port: number; host: string }): Promise<number> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return reply.writeHead(404).end()
    metrics.render().then(
      ({ type, text }) => reply.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  server.requestTimeout = 10_000
  server.listen(port, host).unref()
  await once(server, 'listening')
  return portOf(server)
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
