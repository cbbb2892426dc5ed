import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { AtEnd } from './at-end.ts'

/**
 * 'refuses' rejects the recipient, 'hangs' never greets, 'hangs up' and 'keeps still' take the mail
 * but never confirm it.
 */
export type Mood = 'works' | 'refuses' | 'hangs' | 'hangs up' | 'keeps still'

/** Header names are lower case. */
export type Arrived = {
  from: string
  to: string[]
  headers: [name: string, value: string][]
  raw: string
}

/**
 * A real mail server on its own port; with `password` it requires it and quotes a wrong one in its
 * reply.
 */
export async function aMailServer(atEnd: AtEnd = onTestFinished, password?: string) {
  const arrived: Arrived[] = []
  const state: { mood: Mood } = { mood: 'works' }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    disabledCommands: password === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password: given }, _, done) =>
      given === password
        ? done(null, { user: 'farm' })
        : done(new Error(`Invalid login: ${given} is wrong`)),
    onConnect: (_, done) => (state.mood === 'hangs' ? undefined : done()),
    onRcptTo: (_, __, done) =>
      done(state.mood === 'refuses' ? new Error('550 Nobody here by that name') : null),
    onData: async (stream, { envelope }, done) => {
      // A connection that broke midway brought no mail.
      const raw = await text(stream).catch(() => null)
      if (raw === null) return
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      arrived.push({
        from,
        to: envelope.rcptTo.map(({ address }) => address),
        headers: headersOf(raw),
        raw,
      })
      if (state.mood === 'hangs up') for (const socket of sockets) socket.destroy()
      else if (state.mood !== 'keeps still') done()
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    server.close(() => {})
  })
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `smtp://127.0.0.1:${port}`, arrived, state }
}

function headersOf(raw: string): [string, string][] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return head.split('\r\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
}

export function headerOf(mail: Arrived | undefined, name: string): string | undefined {
  return mail?.headers.find(([known]) => known === name)?.[1]
}
