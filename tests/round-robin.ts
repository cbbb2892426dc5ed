import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { onTestFinished } from 'vitest'
import type { Shop } from '#server/shop.ts'

/**
 * Whether tests ask two processes in turn (`npm run test:two`); what each does on its own isn't
 * tested then.
 */
export const ARE_TWO = import.meta.env?.MODE === 'two'

/** A shop's ways to the outside; a test that replaces one means both processes. */
const OUTSIDE = ['mail', 'pictures', 'payments', 'formerPayments', 'report', 'sendHook'] as const

type Process = {
  shop: Shop
  inject(request: InjectOptions): Promise<LightMyRequestResponse>
  listen(): Promise<number>
  close(): Promise<void>
  settled(): Promise<void>
  pollEventLog(): Promise<void>
}

/**
 * Two processes of a shop behind a proxy that gives each call to the next one. Each knows within a
 * second what the other did; tests don't wait for that.
 */
export function asOne<T extends Process>(first: T, second: T): T {
  const both = [first, second] as const
  for (const part of OUTSIDE)
    Object.defineProperty(second.shop, part, { get: () => first.shop[part] })
  let requested = 0
  const next = () => (requested++ % 2 === 0 ? first : second)
  const all = async (work: (shop: Process) => Promise<unknown>) =>
    void (await Promise.all(both.map(work)))
  return {
    ...first,
    async inject(request: InjectOptions) {
      const answer = await next().inject(request)
      if (request.method && request.method !== 'GET') await all((shop) => shop.pollEventLog())
      return answer
    },
    async listen() {
      return aProxy([await first.listen(), await second.listen()])
    },
    close: () => all((shop) => shop.close()),
    settled: () => all((shop) => shop.settled()),
    pollEventLog: () => all((shop) => shop.pollEventLog()),
  }
}

async function aProxy(ports: readonly number[]): Promise<number> {
  let requested = 0
  const proxy = createServer((socket) => {
    const behind = connect(ports[requested++ % ports.length] ?? 0, '127.0.0.1')
    for (const one of [socket, behind])
      one.on('error', () => {
        socket.destroy()
        behind.destroy()
      })
    socket.pipe(behind).pipe(socket)
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => void proxy.close())
  return (proxy.address() as AddressInfo).port
}
