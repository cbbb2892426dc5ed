import type { FastifyRequest } from 'fastify'
import { hashOf, newSecret } from '#server/core/hash.ts'
import { addressOf, hangUpOf } from '#server/http/address-key.ts'
import type { CookieJar } from '#server/http/cookies.ts'
import type { Call } from '#server/http/endpoints.ts'
import type { Client } from './checkout-limits.ts'

const NAME = 'fm_visitor'

const MAX_AGE_SECONDS = 24 * 60 * 60

export type VisitorCookie = {
  read(request: FastifyRequest): string | null
  meet(call: Call): Client & { isNew: boolean }
}

export function visitorCookie(cookies: CookieJar): VisitorCookie {
  const read = (request: FastifyRequest) => {
    const secret = cookies.read(request, NAME)
    return secret && hashOf(secret)
  }
  const make = ({ reply }: Call) => {
    const secret = newSecret()
    cookies.set(reply, NAME, secret, { maxAge: MAX_AGE_SECONDS, sameSite: 'lax' })
    return hashOf(secret)
  }
  return {
    read,
    meet(call) {
      const known = read(call.request)
      const [address, left] = [addressOf(call.request), hangUpOf(call.reply)]
      return { visitor: known ?? make(call), isNew: known === null, address, left }
    },
  }
}
