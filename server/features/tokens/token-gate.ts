import { MINUTE } from '#contract/time/durations.ts'
import { FARMER } from '#server/core/caller.ts'
import { hashOf } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recentCounter, refuseMore } from '#server/core/sliding-window.ts'
import { allowance } from '#server/core/token-bucket.ts'
import { type Db, write } from '#server/db/write.ts'
import { addressOf, shortAddress } from '#server/http/address-key.ts'
import { bearerOf, type Gates } from '#server/http/gates.ts'
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
  const wrong = recentCounter(WRONG.within)
  const countWrong = (from: string, at: number) => {
    if (limits) refuseMore(wrong.times(from, at), WRONG, at)
    wrong.add(from, at)
  }
  const takeTurn = limits ? allowance(RATE, 'Too many calls. Please wait a moment.') : () => {}
  return async (request, reply) => {
    const at = now()
    // Of a caller who hangs up meanwhile it is no longer known.
    const from = addressOf(request)
    const hash = hashOf(bearerOf(request) ?? '')
    const row = await selectOpen(db, at).where('hash', '=', hash).executeTakeFirst()
    if (!row) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      countWrong(from, at.getTime())
      throw new Refusal('signed-out', 'This token is not valid.')
    }
    takeTurn(String(row.id), at.getTime())
    const scope = request.routeOptions.config.endpoint?.token
    if (!scope) throw new Refusal('not-allowed', 'Tokens cannot do this.')
    const scopes = row.scopes.split(' ')
    reply.headers({
      'token-name': encodeURIComponent(row.name),
      'token-scopes': row.scopes,
      'token-ends': row.ends_at ?? 'never',
    })
    if (!scopes.includes(scope)) {
      reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
      throw new Refusal('not-allowed', `This token may not do this: it needs ${scope}.`)
    }
    await noteUse(db, row, { at, from: shortAddress(from) })
    request.token = { name: row.name, scopes }
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
