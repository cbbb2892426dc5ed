import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type OwnAnswer = {
  status?: number
  type: string
  headers?: Record<string, string>
  body: string
}

export type Front = {
  url: string
  requests: string[]
  /** Answers a path instead of the shop from now on; null hands it back. */
  answer(path: string, own: OwnAnswer | null): void
  /** Breaks every connection from now on, like Wi-Fi with no internet behind it. */
  cut(isCut: boolean): void
}

/** A proxy in front of a shop: it counts requests, and can answer as another release would. */
export async function aFront(shop: string): Promise<Front> {
  const { port } = new URL(shop)
  const requested: string[] = []
  const own = new Map<string, OwnAnswer>()
  let isCut = false
  const answerOwn = (reply: ServerResponse, { status = 200, type, headers, body }: OwnAnswer) =>
    reply
      .writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
      .end(body)
  const server = createServer((asking, reply) => {
    const path = asking.url ?? ''
    if (isCut) return void asking.socket.destroy()
    requested.push(path)
    const ours = own.get(path)
    if (ours) return void answerOwn(reply, ours)
    const { method, headers } = asking
    const behind = request({ port, path, method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    behind.on('error', () => reply.destroy())
    asking.pipe(behind)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    requests: requested,
    answer: (path, answer) => void (answer ? own.set(path, answer) : own.delete(path)),
    cut: (cut) => {
      isCut = cut
    },
  }
}
