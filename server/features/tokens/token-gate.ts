import { MINUTE } from '#contract/time/durations.ts'
import { FARMER } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { allowance } from '#server/core/token-bucket.ts'
import { type Db, write } from '#server/db/write.ts'
import { shortAddress } from '#server/http/address-key.ts'
import { bearerOf, type Gates } from '#server/http/gates.ts'
import { rateLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { selectOpen, type TokenRow } from './edit-tokens.ts'

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
    const hash = hashOf(bearerOf(request) ?? '')
    const row = await selectOpen(db, at).where('hash', '=', hash).executeTakeFirst()
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
    await noteUse(db, row, { at, from: shortAddress(request.ip) })
    request.token = row.name
    return FARMER
  }
}

/** Once a minute is enough. */
async function noteUse(
  db: Db,
  { id, used_at }: TokenRow,
  { at, from }: { at: Date; from: string },
): Promise<void> {
  if (used_at !== null && Math.abs(at.getTime() - Date.parse(used_at)) < MINUTE) return
  const used = { used_at: at.toISOString(), used_from: from }
  await write(db, (tx) => tx.updateTable('api_tokens').set(used).where('id', '=', id).execute())
}
