import { createHmac } from 'node:crypto'
import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { errorCode } from '#server/core/error-message.ts'

/** Until an answer begins, and for what it says after that, in ms. */
const PATIENCE = 15_000

/** Of an answer's body, in bytes; what it says is thrown away. */
const MAX_READ = 1024

type HookMessage = {
  url: string
  id: string
  at: Date
  body: string
  secrets: readonly string[]
}

/** `retryAfter` in ms. `error`: why there was no answer, never words of the other side. */
export type HookAnswer = { status: number | null; retryAfter: number | null; error: string | null }

export type SendHook = (message: HookMessage) => Promise<HookAnswer>

type Network = {
  blocked: BlockList
  /** Every address of a name. */
  resolve: (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void
  /** Trusted instead of the usual authorities. */
  ca?: string
  patience: number
  /** Once aborted nothing more is sent, and what is on its way ends. */
  stopped?: AbortSignal
}

/** A sender that reaches public addresses alone, unless a test hands in another network. */
export function hookSender(network: Partial<Network> = {}): SendHook {
  const whole: Network = {
    blocked: privateAddresses(),
    resolve: (host, done) => resolveName(host, { all: true }, done),
    patience: PATIENCE,
    ...network,
  }
  return (message) => send(message, whole)
}

function send({ url, id, at, body, secrets }: HookMessage, network: Network): Promise<HookAnswer> {
  const { hostname, protocol, port, pathname, search } = new URL(url)
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Farmstand',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets
      .map((secret) => signatureOf(secret, `${id}.${timestamp}.${body}`))
      .join(' '),
  }
  return new Promise((resolve) => {
    const answer: HookAnswer = { status: null, retryAfter: null, error: null }
    const fail = (error: unknown) => {
      if (answer.status === null)
        answer.error = network.stopped?.aborted ? 'The shop was stopped.' : reasonOf(error)
      resolve(answer)
    }
    // Node asks `lookup` for names only, and connects to a literal address straight away.
    if (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')))
      return fail({ code: BLOCKED })
    const patience = AbortSignal.timeout(network.patience)
    const signal = network.stopped ? AbortSignal.any([patience, network.stopped]) : patience
    const sent = request(
      {
        host: hostname,
        port: port || 443,
        path: pathname + search,
        method: 'POST',
        headers,
        agent: false,
        lookup: guarded(network),
        signal,
        ...(network.ca && { ca: network.ca }),
      },
      (reply) => {
        answer.status = reply.statusCode ?? null
        answer.retryAfter = readRetryAfter(reply.headers['retry-after'], at)
        resolve(answer)
        // Who answers and goes on talking is heard a little, so that its program is not broken off.
        let read = 0
        reply.on('data', ({ length }: Buffer) => {
          read += length
          if (read > MAX_READ) reply.destroy()
        })
        reply.on('error', () => {})
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
}

/** Of Standard Webhooks: HMAC-SHA256 under what follows `whsec_`. */
export function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

const BLOCKED = 'BLOCKED'

/** Judged at the connection, so a name that changes its mind in between gains nothing. */
function guarded({ resolve, blocked }: Network): LookupFunction {
  return (host, options, callback) =>
    resolve(host, (error, found) => {
      const isBlocked = found?.some(({ address, family }) =>
        blocked.check(address, family === 6 ? 'ipv6' : 'ipv4'),
      )
      if (error || isBlocked || !found[0]) {
        callback(error ?? Object.assign(new Error('A private address.'), { code: BLOCKED }), [])
      } else if (options.all) callback(null, found)
      else callback(null, found[0].address, found[0].family)
    })
}

const REASONS: Record<string, string> = {
  [BLOCKED]: 'The name leads to a private address.',
  ABORT_ERR: 'No answer within 15 seconds.',
  ENOTFOUND: 'There is no such name.',
  EAI_AGAIN: 'The name could not be looked up.',
  ECONNREFUSED: 'Nothing answers there.',
  ECONNRESET: 'The connection broke.',
}

function reasonOf(error: unknown): string {
  const code = errorCode(error)
  if (REASONS[code]) return REASONS[code]
  return /CERT|SSL|TLS|SELF_SIGNED|ISSUER|SIGNATURE/.test(code)
    ? 'Its certificate or encryption is not valid.'
    : 'The connection failed.'
}

function readRetryAfter(value: string | undefined, at: Date): number | null {
  if (!value) return null
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - at.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

const PRIVATE = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['168.63.129.16/32', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
]

/** An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) meets the IPv4 rules. */
export function privateAddresses(): BlockList {
  const list = new BlockList()
  for (const subnet of PRIVATE) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}
