import { once } from 'node:events'
import WebSocket from 'ws'
import { LIVE_PATH } from '#contract/live.ts'
import { median, percentile } from './numbers.ts'
import { cpuSeconds } from './processes.ts'
import type { Subject } from './subjects.ts'

const QUESTIONS = ['Do you have duck eggs?', 'How much are carrots?', 'When can I pick up my order?']

/** Asks the farm helper one question after the other over the live connection, for so many seconds after a first one. */
export async function askHelper(shop: Subject, seconds: number) {
  const socket = new WebSocket(shop.url.replace('http', 'ws') + LIVE_PATH)
  await once(socket, 'open')
  await askFor(shop, socket, 1)
  const found = await askFor(shop, socket, seconds)
  socket.close()
  return found
}

async function askFor(shop: Subject, socket: WebSocket, seconds: number) {
  const sessionId = 'bench'.padEnd(21, '-')
  const times: number[] = []
  let bytes = 0
  const before = cpuSeconds(shop.pid)
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    const asked = performance.now()
    socket.send(JSON.stringify({ type: 'chat', text: QUESTIONS[times.length % QUESTIONS.length], sessionId }))
    const [answer] = await once(socket, 'message')
    times.push(performance.now() - asked)
    bytes += answer.length
  }
  const cpuMs = ((cpuSeconds(shop.pid) - before) * 1000) / times.length
  return { cpuMs, p50: median(times), p99: percentile(times, 0.99), bytes: bytes / times.length }
}
