import { FARMER } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { allowance } from '#server/core/token-bucket.ts'
import { write } from '#server/db/write.ts'
import { shortAddress } from '#server/http/address-key.ts'
import { bearerOf, type Gates } from '#server/http/gates.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { findToken, isUseNoted, noteUse } from './token-queries.ts'

const RATE = { burst: 60, perSecond: 2 }

/** Per address: tokens that open nothing. */
const WRONG = {
  most: 20,
  within: 10 * 60_000,
  message: 'Too many tokens that are not valid. Please wait ten minutes.',
}

/** Every call asks the table, so a token that was ended opens nothing from its next call on. */
export function tokenGate({ db, now }: Shop, limits: boolean): Gates['requireToken'] {
  const countWrong = limits ? rateLimit(now, WRONG) : () => {}
  const takeTurn = limits ? allowance(RATE, 'Too many calls. Please wait a moment.') : () => {}
  return async (request, reply) => {
    const at = now()
    const row = await findToken(db, hashOf(bearerOf(request) ?? ''), at)
    if (!row) {
      reply.header('www-authenticate', 'Bearer')
      countWrong(request)
      throw new Refusal('signed-out', 'This token is not valid.')
    }
    takeTurn(String(row.id), at.getTime())
    const scope = request.routeOptions.config.endpoint?.token
    if (!scope) throw new Refusal('not-allowed', 'Tokens cannot do this.')
    if (!row.scopes.split(' ').includes(scope))
      throw new Refusal('not-allowed', `This token may not do this: it needs ${scope}.`)
    const from = shortAddress(request.ip)
    if (!isUseNoted(row, at)) await write(db, (tx) => noteUse(tx, row, { at, from }))
    request.token = row.name
    return FARMER
  }
}
