import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/db/tables.ts'
import { type CookieJar, hashOf, newSecret } from '#server/http/cookies.ts'
import { findDevice, rememberDevice } from './device-queries.ts'

const COOKIE = 'farmstand_device'

/** A browser stays known for a year after its last sign-in; in milliseconds. */
const YEAR = 365 * 24 * 60 * 60_000

export type KnownDevices = {
  find(request: FastifyRequest): Promise<string | null>
  /** Makes the browser of a good sign-in a known device, in its transaction. Answers its hash, and how to tell the browser. */
  remember(tx: Db, request: FastifyRequest, at: Date): Promise<RememberedDevice>
}
export type RememberedDevice = { hash: string; setCookie(reply: FastifyReply): void }

/** Browsers that have signed in at the desk: a secret of their own in an httpOnly cookie; the database keeps its hash only. */
export function knownDevices(db: Db, cookies: CookieJar, now: () => Date): KnownDevices {
  async function find(request: FastifyRequest, from: Db): Promise<string | null> {
    const secret = cookies.read(request, COOKIE)
    return secret ? findDevice(from, hashOf(secret), now()) : null
  }
  return {
    find: (request) => find(request, db),
    async remember(tx, request, at) {
      const known = await find(request, tx)
      const secret = (known && cookies.read(request, COOKIE)) || newSecret()
      const hash = hashOf(secret)
      await rememberDevice(tx, { hash, at, until: new Date(at.getTime() + YEAR) })
      return {
        hash,
        setCookie: (reply) => cookies.set(reply, COOKIE, secret, { maxAge: YEAR / 1000, sameSite: 'strict' }),
      }
    },
  }
}
