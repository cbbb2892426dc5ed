import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** From our own page or none; `same-site` is another host of the domain. */
const OWN_SITES = new Set([undefined, 'same-origin', 'none'])
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** No `Origin` means no browser, which passes. @throws Refusal 'foreign-origin' */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (!SAFE_METHODS.has(request.method)) refuseForeignPage(request, publicUrl)
}

/** Browsers open sockets to other sites with all cookies. @throws Refusal 'foreign-origin' */
export function refuseForeignPage(request: FastifyRequest, publicUrl: string | null): void {
  const origin = request.headers.origin
  const isOwnSite = OWN_SITES.has(request.headers['sec-fetch-site'])
  if (isOwnSite && (origin === undefined || origin === ownOrigin(request, publicUrl))) return
  throw new Refusal(
    'foreign-origin',
    'This call came from another site. If this is the shop itself, set PUBLIC_URL to its address.',
  )
}

/** `PUBLIC_URL`, else the request's loopback host; null for any other host. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | null): string | null {
  if (publicUrl) return publicUrl
  const host = request.headers.host ?? ''
  return LOOPBACK.test(host.replace(/:\d+$/, '')) ? `http://${host}` : null
}
