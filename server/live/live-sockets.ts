import type { WebSocket } from 'ws'
import type { LiveUpdate } from '#contract/live.ts'
import { HOUR } from '#contract/time/durations.ts'

export type Member = {
  socket: WebSocket
  chat: string | null
  atDesk: (() => Promise<boolean>) | null
  answersPings: boolean
  /** On the monotonic clock, in ms. */
  lastSeenAt: number
}

export type LiveSockets = ReturnType<typeof liveSockets>

/** In unread bytes: beyond this a page is dropped, and catches up when it reconnects. */
const MAX_WAITING = 256 * 1024

/** In ms without a word from a page; ours then reconnect. */
const MAX_SILENCE = HOUR

/** How long a page has to say goodbye, in milliseconds. */
export const GOODBYE = 1000

const GOING_AWAY = 1001

export function liveSockets() {
  const members = new Set<Member>()
  const desks = () => [...members].filter(({ atDesk }) => atDesk !== null)
  // One at a time, so that desks get events in order.
  let sending = Promise.resolve()
  const sendToSignedIn = async (bytes: Buffer) => {
    for (const member of desks()) {
      if (await member.atDesk?.()) send(member.socket, bytes)
      else member.atDesk = null
    }
  }
  return {
    get size() {
      return members.size
    },
    add(member: Member): void {
      members.add(member)
      member.socket.on('pong', () => {
        member.answersPings = true
      })
      member.socket.on('close', () => members.delete(member))
    },
    broadcast(news: LiveUpdate): void {
      const bytes = encoded(news)
      for (const { socket } of members) send(socket, bytes)
    },
    sendToDesks(news: LiveUpdate): Promise<void> {
      const bytes = encoded(news)
      sending = sending.catch(() => {}).then(() => sendToSignedIn(bytes))
      return sending
    },
    sendToChat(sessionId: string, news: LiveUpdate): void {
      const bytes = encoded(news)
      for (const { socket, chat } of members) if (chat === sessionId) send(socket, bytes)
    },
    /** Drops pages that missed the last ping or were silent too long. */
    pingAll(at: number): void {
      for (const member of members) {
        if (!member.answersPings) member.socket.terminate()
        else if (at - member.lastSeenAt > MAX_SILENCE) member.socket.close(GOING_AWAY)
        else member.socket.ping()
        member.answersPings = false
      }
    },
    closeAll(): void {
      for (const { socket } of members) socket.close(GOING_AWAY)
      setTimeout(() => {
        for (const { socket } of members) socket.terminate()
      }, GOODBYE).unref()
    },
  }
}

export function encoded(news: LiveUpdate): Buffer {
  return Buffer.from(JSON.stringify(news))
}

export function send(socket: WebSocket, bytes: Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_WAITING) socket.terminate()
  else socket.send(bytes, { binary: false })
}
