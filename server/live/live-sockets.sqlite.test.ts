import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { HOUR } from '#contract/time/durations.ts'
import { liveSockets, type Member } from './live-sockets.ts'

async function aMember(more: Partial<Member> = {}, autoPong = true) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => server.close())
  await once(server, 'listening')
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    autoPong,
  })
  onTestFinished(() => page.terminate())
  const [socket] = (await once(server, 'connection')) as [WebSocket]
  await once(page, 'open')
  const member: Member = {
    socket,
    chat: null,
    atDesk: null,
    answersPings: true,
    lastSeenAt: 0,
    ...more,
  }
  const sockets = liveSockets()
  sockets.add(member)
  return { page, member, sockets }
}

test('who gives no sign of life between two looks is let go', async () => {
  const { page, sockets } = await aMember({}, false)
  sockets.pingAll(0)
  await once(page, 'ping')
  sockets.pingAll(1)
  expect((await once(page, 'close'))[0]).toBe(1006)
  expect(sockets.size).toBe(0)
})

test('who answers stays, until nothing was said for an hour', async () => {
  const { page, member, sockets } = await aMember()
  for (const at of [0, 30_000, HOUR]) {
    sockets.pingAll(at)
    await once(member.socket, 'pong')
  }
  expect(sockets.size).toBe(1)
  sockets.pingAll(3_600_001)
  expect((await once(page, 'close'))[0]).toBe(1001)
})

test('a page that does not read is let go, so that it cannot fill the memory', async () => {
  const { page, sockets } = await aMember()
  page.pause()
  for (let sent = 0; sent < 400 && sockets.size > 0; sent++) {
    sockets.broadcast({ type: 'chat_response', message: 'x'.repeat(100_000) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(sockets.size).toBe(0)
})
