import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { impossible } from '#server/core/refusal.ts'
import { ownOrigin } from '#server/http/origin.ts'

export type Site = { id: string; origin: string }

export const NO_SITE =
  'Passkeys need the shop’s own name and https, such as https://farm.example. Open the desk at that address; it is set in PUBLIC_URL.'

/** Null where browsers don't allow passkeys: on a bare IP address, or a name without https. */
export function siteOf(request: FastifyRequest, publicUrl: string | null): Site | null {
  const origin = ownOrigin(request, publicUrl)
  if (!origin) return null
  const { hostname, protocol } = new URL(origin)
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  const isLocal = /(?:^|\.)localhost$/.test(hostname)
  return isNamed && (isLocal || protocol === 'https:') ? { id: hostname, origin } : null
}

/** @throws Refusal 'change-impossible' */
export function requireSite(request: FastifyRequest, publicUrl: string | null): Site {
  const site = siteOf(request, publicUrl)
  if (!site) throw impossible(NO_SITE)
  return site
}
