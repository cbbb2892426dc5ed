import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { onTestFinished } from 'vitest'

export type RawCall = {
  method: string
  target: string
  headers?: Record<string, string>
  body?: string
}
export type RawAnswer = {
  status: number
  body: string
  headers: Record<string, string | string[] | undefined>
}

/** Sends the request line exactly as given; no URL library tidies it up. */
export function rawCaller(port: number): (call: RawCall) => Promise<RawAnswer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async ({ method, target, headers = {}, body }) => {
    const requested = request({ agent, port, host: '127.0.0.1', method, path: target, headers })
    requested.end(body)
    const [answer] = await once(requested, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    return {
      status: answer.statusCode,
      body: Buffer.concat(chunks).toString(),
      headers: answer.headers,
    }
  }
}
