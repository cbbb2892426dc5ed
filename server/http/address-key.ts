import { BlockList, isIPv4, isIPv6 } from 'node:net'
import bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import type { App } from './endpoints.ts'

/** IPv4 written as IPv6 (`::ffff:192.0.2.1`, RFC 4291, section 2.5.5.2). */
const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * The key to count a caller by. IPv4 counts by full address; IPv6 by its first 64 bits, since one
 * line has all 2^64 addresses behind them; IPv4 in IPv6 form as IPv4. Returns `192.0.2.1` or
 * `2001:db8:0:1::/64`; anything that isn't an address comes back as is. A broken connection has no
 * address, whatever Fastify's type says.
 */
export function addressKey(ip: string | undefined): string {
  if (ip === undefined) return ''
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return ip
  const groups = groupsOf(address)
  if (MAPPED.check(address, 'ipv6')) return ipv4Of(groups.slice(6))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

export function addressOf(request: FastifyRequest): string {
  return addressKey(request.ip)
}

export function shortAddress(ip: string | undefined): string {
  const key = addressKey(ip)
  return isIPv4(key) ? `${key.split('.').slice(0, 3).join('.')}.0/24` : key
}

function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter(Boolean).flatMap(valuesOf))
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail]
}

function valuesOf(group: string): number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)]
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}

function ipv4Of([high = 0, low = 0]: number[]): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/**
 * Detects an undeclared proxy: `X-Forwarded-For` arrives without `TRUST_PROXY`, so all visitors
 * share the proxy's address and its limits. Logs it once; the returned function says whether it was
 * seen.
 */
export function watchForwarded(app: App, trustProxy: string | null): () => boolean {
  let seen = false
  if (trustProxy !== null) return () => false
  app.addHook('onRequest', (request, _, done) => {
    if (!seen && request.headers['x-forwarded-for'] !== undefined) {
      seen = true
      app.log.warn(
        'X-Forwarded-For is coming in, but TRUST_PROXY is not set, so all visitors count as one address. Set TRUST_PROXY to the proxy.',
      )
    }
    done()
  })
  return () => seen
}

const MAX_USER_AGENT = 300

const BROWSERS = new Set(Object.values(bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(bowser.OS_MAP))

export function callerOf({ headers, ip, person, token }: FastifyRequest): Caller {
  const device = token ? `API token “${token.name}”` : deviceOf(headers['user-agent'] ?? '')
  return { device, address: shortAddress(ip), person, scopes: token?.scopes ?? null }
}

export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** Only names the library knows: a `User-Agent` is a stranger's text. */
export function deviceOf(userAgent: string): string | null {
  if (userAgent.trim() === '') return null
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT))
  const name = BROWSERS.has(browser.name ?? '') ? browser.name : null
  if (!name) return null
  return SYSTEMS.has(os.name ?? '') ? `${name} on ${os.name}` : name
}
