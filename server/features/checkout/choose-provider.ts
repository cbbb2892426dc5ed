import { ConfigError } from '#server/config/config.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { errorMessage } from '#server/core/error-message.ts'
import { hashOf } from '#server/core/hash.ts'
import { getValue, setValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { closedPayments, type PaymentProvider } from '#server/outside/payment-provider.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import {
  type StripeAccount,
  stripeAccount,
  stripePayments,
} from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { isLockedLive } from './payment-record.ts'

export async function chooseProvider(
  db: Db,
  keys: StripeKeys | null,
  now: () => Date,
): Promise<Pick<Shop, 'payments' | 'formerPayments'>> {
  return {
    payments: await presentProvider(db, keys, now),
    formerPayments: ({ provider, livemode }) =>
      provider === 'sandbox' ? sandboxPayments(db, now) : closedPayments(livemode),
  }
}

async function presentProvider(
  db: Db,
  keys: StripeKeys | null,
  now: () => Date,
): Promise<PaymentProvider> {
  if (!keys?.livemode && (await isLockedLive(db))) return closedPayments(true)
  if (!keys) return sandboxPayments(db, now)
  await requireCheckedAccount(db, keys, stripeAccount)
  return stripePayments(keys)
}

type ReadAccount = (keys: StripeKeys) => Promise<StripeAccount>

export function markChecked(db: Db, account: StripeAccount): Promise<void> {
  return write(db, (tx) => setValue(tx, 'stripe_checked', accountAndVersion(account)))
}

/**
 * Live keys open the shop only after `stripe:check` passed for their account, or on the owner's
 * word. Looked up once per key, so a restart doesn't need Stripe.
 * @throws ConfigError
 */
export async function requireCheckedAccount(
  db: Db,
  keys: StripeKeys,
  readAccount: ReadAccount,
): Promise<void> {
  if (!keys.livemode || keys.unchecked) return
  const admitted = `${hashOf(keys.secretKey)} ${STRIPE_API_VERSION}`
  if ((await getValue(db, 'stripe_admitted')) === admitted) return
  const account = await readAccount(keys).catch((error: unknown) => {
    throw new ConfigError(
      `STRIPE_SECRET_KEY: Stripe does not say whose it is (${errorMessage(error)}). ${OVERRIDE}`,
    )
  })
  if ((await getValue(db, 'stripe_checked')) !== accountAndVersion(account))
    throw new ConfigError(
      `STRIPE_SECRET_KEY: live cards wait for a check of ${account.account} with API ${account.apiVersion}. Run npm run stripe:check first, with the test mode keys of this same account: a sandbox is an account of its own and does not count. ${OVERRIDE}`,
    )
  await write(db, (tx) => setValue(tx, 'stripe_admitted', admitted))
}

const OVERRIDE = 'STRIPE_UNCHECKED=1 opens the shop without it.'

function accountAndVersion({ account, apiVersion }: StripeAccount): string {
  return `${account} ${apiVersion}`
}
