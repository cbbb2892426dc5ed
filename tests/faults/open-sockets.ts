import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/live.ts'

/** Most that connect at once: a server's door has a queue. */
const AT_ONCE = 200

export async function openSockets(url: string, count: number): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  while (sockets.length < count) {
    const wave = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      openSocket(url),
    )
    sockets.push(...(await Promise.all(wave)))
  }
  return sockets
}

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + LIVE_PATH, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return socket
}

export function endsOf(sockets: WebSocket[]): Promise<number[]> {
  return Promise.all(
    sockets.map((socket) => new Promise<number>((resolve) => socket.once('close', resolve))),
  )
}
