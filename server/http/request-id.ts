import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

/** Whatever else a stranger writes into a header would stand in our log. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const current = new AsyncLocalStorage<string>()

/** The id a trusted proxy gave in `X-Request-Id` if it is such a UUID, else a new one. */
export function requestIds(trustProxy: string | null): (raw: IncomingMessage) => string {
  if (trustProxy === null) return () => randomUUID()
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((one) => one.trim()))
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const mayGive =
      typeof given === 'string' && UUID.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return mayGive ? given : randomUUID()
  }
}

export function insideRequest(id: string, work: () => void): void {
  current.run(id, work)
}

/** The id of the request that the running code works for, as a log field; or none. */
export function aboutRequest(): { reqId?: string } {
  const reqId = current.getStore()
  return reqId === undefined ? {} : { reqId }
}
