import { Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'

/** In ms, for each question to the net. */
const PATIENCE = 4000

/** What a server can learn of itself from outside. */
export const lookAround = {
  /** Addresses of a name, v4 and v6; none if it is unknown. */
  async addressesOf(name: string): Promise<string[]> {
    const dns = new Resolver({ timeout: PATIENCE, tries: 1 })
    const found = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  },
  /** TXT records; none if there is none. */
  async textsOf(name: string): Promise<string[]> {
    const dns = new Resolver({ timeout: PATIENCE, tries: 1 })
    const found = await dns.resolveTxt(name).catch(() => [])
    return found.map((parts) => parts.join(''))
  },
  /** This machine's, without its inner ones. */
  ownAddresses: (): string[] =>
    Object.values(networkInterfaces()).flatMap((ones = []) =>
      ones.flatMap(({ internal, address }) => (internal ? [] : address)),
    ),
  /** Whether somebody listens there. */
  answers: (host: string, port: number): Promise<boolean> =>
    new Promise((done) => {
      const socket = connect({ host, port, timeout: PATIENCE })
      const end = (does: boolean) => {
        socket.destroy()
        done(does)
      }
      socket.once('connect', () => end(true))
      socket.once('timeout', () => end(false)).once('error', () => end(false))
    }),
  /** When the certificate ends, or why it isn't valid. */
  certificateOf: (host: string, port: number): Promise<Date | string> =>
    new Promise((done) => {
      const socket = connectTls({ host, port, servername: host, timeout: PATIENCE })
      const end = (found: Date | string) => {
        socket.destroy()
        done(found)
      }
      socket.once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)))
      socket.once('timeout', () => end('no answer')).once('error', (error) => end(error.message))
    }),
}

export type LookAround = typeof lookAround
