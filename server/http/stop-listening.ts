import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How long who is connected may still ask, and how often it is looked whether anybody is, in milliseconds. */
const GRACE = 500
const PACE = 20

/**
 * Takes no new connection, but still answers who has one, for half a second. Node's
 * own `close` of an HTTP server breaks off a connection that was made a moment ago
 * and whose first request is on its way: its client would see a failed call.
 */
export async function stopListening(server: Server): Promise<void> {
  NetServer.prototype.close.call(server)
  server.prependListener('request', (_, response: ServerResponse) => {
    response.shouldKeepAlive = false
  })
  const until = Date.now() + GRACE
  while (Date.now() < until && (await countConnections(server)) > 0) await pause(PACE)
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })
}
