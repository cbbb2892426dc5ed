import { ConfigError } from '#server/config/config.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { getValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/write.ts'
import { closedPayments } from '#server/outside/payment-provider.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import { stripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { isLockedLive } from './payment-record.ts'

export type CardProviders = Pick<Shop, 'payments' | 'formerPayments'>

/** Live keys win. Test keys next to them only finish what was begun with them. */
export async function chooseProvider(
  db: Db,
  keys: Record<'test' | 'live', StripeKeys | null>,
  now: () => Date,
): Promise<CardProviders> {
  const [test, live] = [
    keys.test && (await stripePayments(keys.test)),
    keys.live && (await stripePayments(keys.live)),
  ]
  const isLocked = !live && (await isLockedLive(db))
  return {
    payments: live ?? (isLocked ? closedPayments(true) : (test ?? sandboxPayments(db, now))),
    formerPayments: ({ provider, livemode }) =>
      provider === 'sandbox'
        ? sandboxPayments(db, now)
        : ((livemode ? live : test) ?? closedPayments(livemode)),
  }
}

/** Whether a check with test keys passed for the Stripe API version the shop uses. */
export async function isStripeChecked(db: Db): Promise<boolean> {
  return (await getValue(db, 'stripe_checked')) === STRIPE_API_VERSION
}

/**
 * Live keys from environment variables need a passed `stripe-check`, or the owner's word.
 * @throws ConfigError
 */
export async function requireChecked(db: Db, keys: StripeKeys): Promise<void> {
  if (!keys.livemode) return
  if (!keys.webhookSecret)
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET must be set with live keys; orders of buyers who close the page need it. farmstand stripe-check makes the webhook and prints its secret.',
    )
  if (keys.unchecked || (await isStripeChecked(db))) return
  throw new ConfigError(
    `STRIPE_SECRET_KEY: live cards wait for a check with API ${STRIPE_API_VERSION}. Run farmstand stripe-check first, with the test mode keys of this same account: a sandbox is an account of its own and does not count. STRIPE_UNCHECKED=1 opens the shop without it.`,
  )
}
