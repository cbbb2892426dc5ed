import websocket from '@fastify/websocket'
import type { FastifyRequest } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import { LIVE_PATH, liveFrame } from '#contract/live.ts'
import { networkCounts } from '#server/core/networks.ts'
import { type Bucket, tokenBucket } from '#server/core/token-bucket.ts'
import { addressOf } from '#server/http/address-key.ts'
import type { App } from '#server/http/endpoints.ts'
import { encoded, GOODBYE, type LiveSockets, type Member, send } from './live-sockets.ts'

type LiveParts = {
  sockets: LiveSockets
  limits: boolean
  /** @throws Refusal 'foreign-origin' for a page of another site */
  refuseForeign(request: FastifyRequest): void
  isAtDesk(request: FastifyRequest): Promise<boolean>
  answerChat(message: { text: string; sessionId: string; address: string | null }): Promise<string>
  report(error: unknown): void
  /** What a page of a data version missed, encoded. */
  catchUp(version: number): Promise<readonly Buffer[]>
  /** The same in few words: all that it shows is to be read again. */
  readAgain(): readonly Buffer[]
}

/** The longest frame a page may send, in bytes. */
const MAX_FRAME = 4096

/** How often every page is pinged, and every desk told that the shop is there, in milliseconds. */
const HEARTBEAT = 30_000

/** Close codes of RFC 6455: what was sent is no text, no frame of ours, or too much. */
const [NO_TEXT, NOT_UNDERSTOOD, TOO_MUCH, COME_BACK_LATER] = [1003, 1007, 1008, 1013] as const

const TOO_MANY_QUESTIONS =
  'That is a lot of questions at once! Please give me a moment and ask again.'
const LOST_THREAD = 'I could not look that up just now. Please ask me again in a moment.'

/** The library takes it; its types do not name it yet. */
const UNTYPED = { closeTimeout: GOODBYE }

export async function liveRoute(app: App, parts: LiveParts): Promise<void> {
  const limits = parts.limits ? addressLimits() : NO_ADDRESS_LIMITS
  await app.register(websocket, {
    options: {
      maxPayload: MAX_FRAME,
      perMessageDeflate: false,
      clientTracking: false,
      ...UNTYPED,
      verifyClient: ({ req }, answer) => answer(req.url?.split('?')[0] === LIVE_PATH, 404),
    },
    errorHandler: (error, socket) => {
      app.log.debug({ err: error }, 'a live connection broke')
      socket.terminate()
    },
    preClose: async () => parts.sockets.closeAll(),
  })
  const beat = () => {
    parts.sockets.pingAll(performance.now())
    parts.sockets.sendToDesks({ type: 'here' }).catch(parts.report)
  }
  const heart = setInterval(beat, HEARTBEAT).unref()
  app.addHook('onClose', async () => clearInterval(heart))
  app.get(
    LIVE_PATH,
    {
      websocket: true,
      config: { access: 'public' },
      preValidation: async (request) => parts.refuseForeign(request),
    },
    (socket, request) => {
      const key = addressOf(request)
      const address = limits.enter(key, performance.now(), () => socket.close(COME_BACK_LATER))
      if (!address) return socket.close(COME_BACK_LATER)
      socket.on('close', address.leave)
      const guest = { address, key: parts.limits ? key : null, parts }
      welcome(socket, guest, deskOf(request, parts))
    },
  )
}

/** Checks the sign-in of a request; null for one without cookies, which need not be retained. */
function deskOf(request: FastifyRequest, { isAtDesk }: LiveParts): Member['atDesk'] {
  return request.headers.cookie ? () => isAtDesk(request) : null
}

/** `key`: whom its questions are counted for; null where nothing is counted. */
type Guest = { address: Address; key: string | null; parts: LiveParts }

/** Listens at once, so that nothing is missed, and answers one message after the other. */
function welcome(socket: WebSocket, guest: Guest, atDesk: Member['atDesk']): void {
  const { address, parts } = guest
  const now = performance.now()
  const [bucket, hellos] = parts.limits ? [tokenBucket(OF_PAGE, now), tokenBucket(HELLOS, now)] : []
  const member: Member = { socket, chat: null, atDesk: null, answersPings: true, lastSeenAt: now }
  let working = nameDesk(member, atDesk).catch(parts.report)
  parts.sockets.add(member)
  socket.on('message', (data: RawData, isBinary: boolean) => {
    const at = performance.now()
    member.lastSeenAt = at
    address.hasSpoken()
    if (isBinary) return socket.close(NO_TEXT)
    if (bucket && bucket.take(at) > 0) return socket.close(TOO_MUCH)
    const frame = readFrame(data)
    if (frame === 'broken') return socket.close(NOT_UNDERSTOOD)
    if (frame === null) return
    if ('refused' in frame)
      return send(socket, encoded({ type: 'chat_response', message: frame.refused }))
    if (frame.type === 'hello' && hellos && hellos.take(at) > 0)
      return sendAll(socket, parts.readAgain())
    working = working.then(() => answer(member, frame, guest)).catch(parts.report)
  })
}

async function nameDesk(member: Member, atDesk: Member['atDesk']): Promise<void> {
  if (await atDesk?.()) member.atDesk = atDesk
}

type Frame = z.output<typeof liveFrame>

/** A frame of ours, or why it is refused; null for a frame of another release. */
function readFrame(data: RawData): Frame | { refused: string } | 'broken' | null {
  try {
    const sent: unknown = JSON.parse(data.toString())
    const read = z.safeParse(liveFrame, sent)
    if (read.success) return read.data
    const refused = read.error.issues[0]?.message
    return isQuestion(sent) && refused ? { refused } : null
  } catch {
    return 'broken'
  }
}

function isQuestion(sent: unknown): boolean {
  const isChat = typeof sent === 'object' && sent !== null && 'type' in sent && sent.type === 'chat'
  return isChat && 'text' in sent && typeof sent.text === 'string' && sent.text.trim() !== ''
}

async function answer(member: Member, frame: Frame, guest: Guest) {
  if (frame.type === 'hello') {
    return sendAll(member.socket, await guest.parts.catchUp(frame.version))
  }
  member.chat = frame.sessionId
  send(member.socket, encoded({ type: 'chat_response', message: await replyTo(frame, guest) }))
}

function sendAll(socket: WebSocket, news: readonly Buffer[]): void {
  for (const bytes of news) send(socket, bytes)
}

/** The helper's reply; a failure is shown to the visitor and reported. */
async function replyTo(
  frame: Frame & { type: 'chat' },
  { address, key, parts }: Guest,
): Promise<string> {
  if (!address.mayChat(performance.now())) return TOO_MANY_QUESTIONS
  try {
    return await parts.answerChat({ ...frame, address: key })
  } catch (error) {
    parts.report(error)
    return LOST_THREAD
  }
}

const MAX_PAGES = 20_000
const MAX_PAGES_OF_ADDRESS = 1000

/** How many of an address's pages may never have sent a frame; ours send `hello` at once. */
const MAX_SILENT_OF_ADDRESS = 50

const OF_PAGE = { burst: 10, perSecond: 2 }
const HELLOS = { burst: 3, perSecond: 0.1 }
const CHATS_OF_ADDRESS = { burst: 100, perSecond: 20 }

export type AddressLimits = {
  /** Null if its address has too many. `drop` closes the page to make room for another. */
  enter(address: string, at: number, drop: () => void): Address | null
}

type Address = { mayChat(at: number): boolean; hasSpoken(): void; leave(): void }

type Page = { drop: () => void }
type Line = { silent: Set<Page>; talking: Set<Page>; chats: Bucket }

/** No one takes all places: when full, the largest network loses its oldest page, silent first. */
export function addressLimits(): AddressLimits {
  const lines = new Map<string, Line>()
  const counts = networkCounts()
  let all = 0
  const remove = (address: string, line: Line, page: Page) => {
    if (!line.silent.delete(page) && !line.talking.delete(page)) return
    all--
    counts.add(address, -1)
    if (sizeOf(line) === 0) lines.delete(address)
  }
  const dropOldest = (address: string) => {
    const line = lines.get(address)
    const [page] = (line?.silent.size ? line.silent : line?.talking) ?? []
    if (!line || !page) return
    remove(address, line, page)
    page.drop()
  }
  return {
    enter(address, at, drop) {
      const line = lines.get(address) ?? {
        silent: new Set(),
        talking: new Set(),
        chats: tokenBucket(CHATS_OF_ADDRESS, at),
      }
      if (line.silent.size >= MAX_SILENT_OF_ADDRESS) dropOldest(address)
      if (sizeOf(line) >= MAX_PAGES_OF_ADDRESS) return null
      if (all >= MAX_PAGES) dropOldest(counts.fullest() ?? address)
      const page = { drop }
      lines.set(address, line)
      line.silent.add(page)
      all++
      counts.add(address)
      return {
        mayChat: (now) => line.chats.take(now) === 0,
        hasSpoken: () => void (line.silent.delete(page) && line.talking.add(page)),
        leave: () => remove(address, line, page),
      }
    },
  }
}

function sizeOf({ silent, talking }: Line): number {
  return silent.size + talking.size
}

const NO_ADDRESS_LIMITS: AddressLimits = {
  enter: () => ({ mayChat: () => true, hasSpoken: () => {}, leave: () => {} }),
}
