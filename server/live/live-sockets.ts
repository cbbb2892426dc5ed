import type { WebSocket } from 'ws'
import type { LiveUpdate } from '#contract/live.ts'
import { HOUR } from '#contract/time/durations.ts'

export type Member = {
  socket: WebSocket
  chat: string | null
  atDesk: (() => Promise<boolean>) | null
  answersPings: boolean
  /** When it last sent something, on the monotonic clock in milliseconds. */
  lastSeenAt: number
}

export type LiveSockets = {
  readonly size: number
  add(member: Member): void
  broadcast(news: LiveUpdate): void
  sendToDesks(news: LiveUpdate): Promise<void>
  sendToChat(sessionId: string, news: LiveUpdate): void
  /** Pings everybody; who did not answer the last one, or was silent for long, is dropped. */
  lookAround(at: number): void
  closeAll(): void
}

/** A page with this many unread bytes is dropped, and catches up when it reconnects. */
const MAX_WAITING = 256 * 1024

/** The longest silence of a page, in milliseconds; ours then open a new connection. */
const MAX_SILENCE = HOUR

/** How long a page has to say goodbye, in milliseconds. */
export const GOODBYE = 1000

const GOING_AWAY = 1001

export function liveSockets(): LiveSockets {
  const members = new Set<Member>()
  const desks = () => [...members].filter(({ atDesk }) => atDesk !== null)
  // One after the other, so that desks get events in order.
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
    add(member) {
      members.add(member)
      member.socket.on('pong', () => {
        member.answersPings = true
      })
      member.socket.on('close', () => members.delete(member))
    },
    broadcast(news) {
      const bytes = encoded(news)
      for (const { socket } of members) send(socket, bytes)
    },
    sendToDesks(news) {
      const bytes = encoded(news)
      sending = sending.catch(() => {}).then(() => sendToSignedIn(bytes))
      return sending
    },
    sendToChat(sessionId, news) {
      const bytes = encoded(news)
      for (const { socket, chat } of members) if (chat === sessionId) send(socket, bytes)
    },
    lookAround(at) {
      for (const member of members) {
        if (!member.answersPings) member.socket.terminate()
        else if (at - member.lastSeenAt > MAX_SILENCE) member.socket.close(GOING_AWAY)
        else member.socket.ping()
        member.answersPings = false
      }
    },
    closeAll() {
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

/** Sends a text frame, unless the page is gone or does not read. */
export function send(socket: WebSocket, bytes: Buffer): void {
  if (socket.readyState !== socket.OPEN) return
  if (socket.bufferedAmount > MAX_WAITING) socket.terminate()
  else socket.send(bytes, { binary: false })
}
