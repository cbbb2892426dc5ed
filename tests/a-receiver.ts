import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, BlockList } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { hookSender } from '#server/outside/send-hook.ts'
import type { AtEnd } from './at-end.ts'

const TLS = join(import.meta.dirname, 'fixtures/tls')
const CERTIFICATE = readFileSync(join(TLS, 'receiver.pem'), 'utf8')

export type Heard = {
  path: string
  id: string
  timestamp: string
  signatures: string[]
  body: string
  type: string
  subject: number | null
}

type Answer = (reply: ServerResponse, request: IncomingMessage) => void

/** Another program that a shop tells, on this machine under a name of its own. */
export async function aReceiver(atEnd: AtEnd = onTestFinished) {
  const heard: Heard[] = []
  const state: { answer: Answer } = { answer: (reply) => void reply.writeHead(204).end() }
  const key = readFileSync(join(TLS, 'receiver-key.pem'))
  const server = createServer({ key, cert: CERTIFICATE }, async (request, reply) => {
    reply.on('error', () => {})
    const body = await text(request).catch(() => '')
    const { type, data } = JSON.parse(body || '{}')
    const { headers } = request
    heard.push({
      path: request.url ?? '',
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signatures: String(headers['webhook-signature']).split(' '),
      ...{ body, type, subject: data?.id ?? null },
    })
    state.answer(reply, request)
  })
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const network = {
    blocked: new BlockList(),
    ca: CERTIFICATE,
    patience: 500,
    resolve: (
      _: string,
      done: (error: null, found: { address: string; family: number }[]) => void,
    ) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  }
  return {
    heard,
    state,
    network,
    send: hookSender(network),
    url: (path = '/', name = 'hooks') => `https://${name}.receiver.test:${port}${path}`,
    /** From now on. */
    answers: (status: number, headers: Record<string, string> = {}) => {
      state.answer = (reply) => void reply.writeHead(status, headers).end()
    },
  }
}
