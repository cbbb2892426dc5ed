import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Asking = { method?: string; headers?: Record<string, string>; body?: object }
export type Answer = { status: number; headers: IncomingHttpHeaders; rawHeaders: string[]; bytes: Buffer; ms: number }
export type Ask = (path: string, asking?: Asking) => Promise<Answer>

/** Asks one server over connections that stay open; `ms` is the time to the last byte. */
export function asker(url: string): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  return (path, { method = 'GET', headers = {}, body } = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const text = body && JSON.stringify(body)
    const json = text ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) } : {}
    const start = performance.now()
    const asked = request(url + path, { method, agent, headers: { ...json, ...headers } }, async (answer) => {
      const bytes = await buffer(answer)
      const { statusCode: status = 0, rawHeaders } = answer
      resolve({ status, headers: answer.headers, rawHeaders, bytes, ms: performance.now() - start })
    })
    asked.on('error', reject)
    asked.end(text)
    return promise
  }
}

/** The cookies an answer sets, as a browser sends them back. */
export function cookiesOf(answer: Answer): string {
  return (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.replace(/;.*$/, '')).join('; ')
}
