import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { connect as connectTls } from 'node:tls'

/** In ms, for each question to the net. */
const PATIENCE = 4000

function orNone<T>(asked: Promise<T[]>): Promise<T[] | null> {
  return asked.catch(({ code }) => (code === NOTFOUND || code === NODATA ? [] : null))
}

/** What a server can learn of itself from outside. */
export const networkProbes = {
  /** Addresses of a name, v4 and v6; none if it is unknown, null if no name server says. */
  async addressesOf(name: string): Promise<string[] | null> {
    const dns = new Resolver({ timeout: PATIENCE, tries: 1 })
    const found = await Promise.all([dns.resolve4(name), dns.resolve6(name)].map(orNone))
    const all = found.flatMap((one) => one ?? [])
    return all.length === 0 && found.includes(null) ? null : all
  },
  /** TXT records; none if there is none, null if no name server says. */
  async textsOf(name: string): Promise<string[] | null> {
    const dns = new Resolver({ timeout: PATIENCE, tries: 1 })
    const found = await orNone(dns.resolveTxt(name))
    return found?.map((parts) => parts.join('')) ?? null
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

export type NetworkProbes = typeof networkProbes
