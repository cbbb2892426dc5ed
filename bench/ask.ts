import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Asking = { method?: string; headers?: Record<string, string>; body?: object }
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  bytes: Buffer
  ms: number
}
export type Ask = (path: string, asking?: Asking) => Promise<Answer>

/** Keep-alive connections with minimal work of our own; `ms` runs to the last byte. */
export function asker(url: string): Ask {
  // Without its own timeout the agent ignores the server's Keep-Alive and reuses a closing
  // connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 60_000 })
  const { hostname: host, port } = new URL(url)
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const text = body && JSON.stringify(body)
    const json = text
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      : {}
    const start = performance.now()
    const options = { host, port, path, method, agent, headers: { ...json, ...headers } }
    const requested = request(options, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = answer
        const bytes = Buffer.concat(parts)
        resolve({
          status,
          headers: answer.headers,
          rawHeaders,
          bytes,
          ms: performance.now() - start,
        })
      })
    })
    requested.on('error', reject)
    requested.end(text)
    return promise
  }
}

export function cookiesOf(answer: Answer): string {
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.replace(/;.*$/, '')).join('; ')
}
