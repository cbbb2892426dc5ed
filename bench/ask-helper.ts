import { once } from 'node:events'
import WebSocket from 'ws'
import { LIVE_PATH } from '#contract/live.ts'
import type { Cost } from './cost.ts'
import { cpuSeconds } from './processes.ts'
import type { Subject } from './subjects.ts'
import { costOfTries, type Tried } from './try-call.ts'

const QUESTIONS = [
  'Do you have duck eggs?',
  'How much are carrots?',
  'When can I pick up my order?',
]

/** Asks one question at a time over the live connection, after one warm-up question. */
export async function askHelper(shop: Subject, seconds: number): Promise<Omit<Cost, 'size'>> {
  const socket = new WebSocket(shop.url.replace('http', 'ws') + LIVE_PATH)
  await once(socket, 'open')
  await askFor(shop, socket, 1)
  const found = costOfTries('farm helper', await askFor(shop, socket, seconds))
  socket.close()
  return found
}

async function askFor(shop: Subject, socket: WebSocket, seconds: number): Promise<Tried[]> {
  const sessionId = 'bench'.padEnd(21, '-')
  const tried: Tried[] = []
  const start = performance.now()
  while (performance.now() - start < seconds * 1000) {
    const [before, requested] = [cpuSeconds(shop.pid), performance.now()]
    socket.send(
      JSON.stringify({ type: 'chat', text: QUESTIONS[tried.length % QUESTIONS.length], sessionId }),
    )
    const [answer] = await once(socket, 'message')
    const ms = performance.now() - requested
    tried.push({ ms, cpuMs: (cpuSeconds(shop.pid) - before) * 1000, bytes: answer.length })
  }
  return tried
}
