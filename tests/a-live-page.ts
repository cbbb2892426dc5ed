import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { LIVE_PATH, type LiveFrame, type LiveUpdate } from '#contract/live.ts'

export type ALivePage = {
  send(frame: LiveFrame | string | Buffer): void
  /** The next message nobody has taken yet. */
  next(): Promise<LiveUpdate>
  /** Every message so far, taken or not. */
  received: LiveUpdate[]
  closed: Promise<number>
  close(): void
}

/** A page's live connection over a real socket. @throws Error when the shop refuses it */
export async function aLivePage(
  port: number,
  headers: Record<string, string> = {},
): Promise<ALivePage> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, { headers })
  onTestFinished(() => socket.terminate())
  const received: LiveUpdate[] = []
  const waiting: (() => void)[] = []
  let taken = 0
  socket.on('message', (data) => {
    const news = JSON.parse(String(data)) as LiveUpdate
    received.push(news)
    waiting.shift()?.()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return {
    send: (frame) =>
      socket.send(
        typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame),
      ),
    async next() {
      for (;;) {
        const news = received[taken]
        if (news) {
          taken++
          return news
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    received,
    closed,
    close: () => socket.close(),
  }
}
