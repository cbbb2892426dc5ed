import { type SqlBool, sql } from 'kysely'
import type { CardProvider } from '#contract/money/payments.ts'
import { DAY, HOUR, MINUTE } from '#contract/time/durations.ts'
import { hasComeIn } from '#server/core/due.ts'
import { type Db, write } from '#server/db/write.ts'
import { nullIfRefused } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

/** Payments per round, and the longest a round may take, in milliseconds. */
const AT_ONCE = 25
const ROUND_TIME = 10_000

/** Asks about a payment hourly, while its year may still be exported. */
const PAUSE = HOUR
const MAX_TRIES = 24
const REACH = 400 * DAY

/**
 * Fetches the provider's fees on real cards, newest first; no buyer waits for it.
 * @throws Error when the provider doesn't answer; the next round continues
 */
export async function fetchFees(shop: Shop): Promise<void> {
  const { db, payments, now } = shop
  if (!payments.readFee || !payments.livemode) return
  const until = performance.now() + ROUND_TIME
  for (const { id, intent_id } of await listWithoutFee(db, payments.name, now())) {
    if (performance.now() > until) return
    const fee_cents =
      intent_id === null ? null : await payments.readFee(intent_id).catch(nullIfRefused)
    const asked = { fee_cents, fee_asked_at: now().toISOString() }
    await write(db, (tx) =>
      tx
        .updateTable('payments')
        .set((row) => ({ ...asked, fee_asks: row('fee_asks', '+', 1) }))
        .where('id', '=', id)
        .execute(),
    )
  }
}

/** Matches the partial index of payments without a fee. */
function listWithoutFee(db: Db, provider: CardProvider, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return db
    .selectFrom('payments')
    .select(['id', 'intent_id'])
    .where(sql<SqlBool>`fee_cents is null and livemode and state = 'captured'`)
    .where('captured_at', '>=', before(REACH))
    .where('captured_at', '<', before(MINUTE))
    .where('provider', '=', provider)
    .where('fee_asks', '<', MAX_TRIES)
    .where((row) =>
      row.or([
        row('fee_asked_at', 'is', null),
        hasComeIn('fee_asked_at', new Date(now.getTime() - PAUSE), PAUSE),
      ]),
    )
    .orderBy('captured_at', 'desc')
    .limit(AT_ONCE)
    .execute()
}
