import bowser from 'bowser'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../core/caller.ts'
import { shortAddress } from './address-key.ts'

/** Real browsers need less; anything longer is made up. */
const MAX_USER_AGENT = 300

const BROWSERS = new Set(Object.values(bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(bowser.OS_MAP))

export function callerOf({ headers, ip, person }: FastifyRequest): Caller {
  return { device: deviceOf(headers['user-agent'] ?? ''), address: shortAddress(ip), person }
}

/** Aborted when the browser hangs up. */
export function hangUpOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** Only the library's own names: a `User-Agent` is a stranger's text. */
export function deviceOf(userAgent: string): string | null {
  if (userAgent.trim() === '') return null
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT))
  const name = BROWSERS.has(browser.name ?? '') ? browser.name : null
  if (!name) return null
  return SYSTEMS.has(os.name ?? '') ? `${name} on ${os.name}` : name
}
