import { BlockList, isIP } from 'node:net'

/** This machine, and networks nobody else can listen to from outside (RFC 1918, RFC 4193). */
const NEAR = new BlockList()
NEAR.addSubnet('127.0.0.0', 8)
NEAR.addSubnet('10.0.0.0', 8)
NEAR.addSubnet('172.16.0.0', 12)
NEAR.addSubnet('192.168.0.0', 16)
NEAR.addAddress('::1', 'ipv6')
NEAR.addSubnet('fc00::', 7, 'ipv6')

/** Without TLS across strangers' networks. A name without a dot is a neighbor's or our own. */
export function isInTheClear(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url?.protocol !== 'http:') return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0) return host.includes('.')
  return !NEAR.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')
}
