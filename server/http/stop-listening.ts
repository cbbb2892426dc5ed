import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** In ms: how long connected clients may still send requests, and how often to check for any. */
const GRACE = 500
const PACE = 20

/** Answers open connections for half a second; Node's `close` would drop requests under way. */
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
