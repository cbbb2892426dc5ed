import type { StripeKeys } from '#server/config-stripe.ts'
import type { Db } from '#server/db/tables.ts'
import { closedPayments } from '#server/outside/closed-payments.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import { stripeAccount, stripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { requireCheckedAccount } from './check-account.ts'
import { hasTakenLive } from './latch-live.ts'

/** Who takes the cards: Stripe where its keys are set, else the sandbox; nobody in a shop that took live money and has no live keys. */
export async function chooseProvider(
  db: Db,
  keys: StripeKeys | null,
  now: () => Date,
): Promise<Pick<Shop, 'payments' | 'sandbox' | 'stripe'>> {
  if (!keys?.livemode && (await hasTakenLive(db)))
    return { payments: closedPayments(true), sandbox: null, stripe: null }
  if (keys) {
    await requireCheckedAccount(db, keys, stripeAccount)
    const stripe = await stripePayments(keys)
    return { payments: stripe, sandbox: null, stripe }
  }
  const sandbox = sandboxPayments(db, now)
  return { payments: sandbox, sandbox, stripe: null }
}
