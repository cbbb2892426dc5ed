import { AsyncLocalStorage } from 'node:async_hooks'
import bowser from 'bowser'
import type { FastifyRequest } from 'fastify'
import { shortAddress } from './address-key.ts'

/** Who calls the desk, as the history keeps it: `Chrome on Android` (null for no browser that is known) from `192.0.2.0/24`. */
export type Caller = { device: string | null; address: string }

/** A browser says what it is in less; what is longer was made up. */
const MAX_USER_AGENT = 300

const BROWSERS = new Set(Object.values(bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(bowser.OS_MAP))

const current = new AsyncLocalStorage<Caller>()

export function insideCall(caller: Caller, work: () => void): void {
  current.run(caller, work)
}

/** Whose call of the desk the running code works for; null outside of one, as in jobs. */
export function currentCaller(): Caller | null {
  return current.getStore() ?? null
}

export function callerOf({ headers, ip }: FastifyRequest): Caller {
  return { device: deviceOf(headers['user-agent'] ?? ''), address: shortAddress(ip) }
}

/** The browser and the system a `User-Agent` names, if both words are the library's own: the header is a stranger's text. */
export function deviceOf(userAgent: string): string | null {
  if (userAgent.trim() === '') return null
  const { browser, os } = bowser.parse(userAgent.slice(0, MAX_USER_AGENT))
  const name = BROWSERS.has(browser.name ?? '') ? browser.name : null
  if (!name) return null
  return SYSTEMS.has(os.name ?? '') ? `${name} on ${os.name}` : name
}
