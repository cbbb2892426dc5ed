import type { Stripe } from 'stripe'
import type { StripeKeys } from '#server/config/services.ts'
import {
  ProviderFailure,
  ProviderKeyRefusal,
  ProviderPermissionRefusal,
  ProviderRefusal,
} from './payment-provider.ts'

/** In ms per answer; retries are by Stripe's library. */
const TIMEOUT = 15_000
const MAX_RETRIES = 2

/** The version the shop was written for, whatever the account's default is. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** @throws Error if a secret key would go to any address but Stripe's */
export async function stripeClient(keys: StripeKeys, apiKey = keys.secretKey): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  return new Stripe(apiKey, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: !keys.api,
    ...(keys.api ? elsewhere(keys, keys.api) : {}),
  })
}

function elsewhere(keys: StripeKeys, { host, port, takesLive }: NonNullable<StripeKeys['api']>) {
  if (keys.livemode && !takesLive) throw new Error('Live keys are only sent to Stripe.')
  if (!LOOPBACK.has(host))
    throw new Error(`Keys are sent to Stripe or to this machine, never to ${host}.`)
  return { host, port, protocol: 'http' as const }
}

/** As in “Having the 'rak_charge_read' permission would allow this request to continue.” */
const PERMISSION = /\brak_\w+/

const BUSY = new Set(['lock_timeout', 'idempotency_key_in_use', 'rate_limit'])

/** Stripe masks keys in what it says; the shop doesn't rely on it. */
const SECRET = /\b(?:[sr]k_(?:test|live)|whsec)_\w+/g

/**
 * Translates Stripe's errors. A refused card, request or key is a known outcome; a lock, a limit, a
 * lost connection or a reused key leaves it unknown. Drops Stripe's HTTP status, which isn't the
 * shop's own answer.
 */
export function translateStripeError(error: unknown, errors: typeof Stripe.errors): unknown {
  if (!(error instanceof errors.StripeError)) return error
  const message = error.message.replace(SECRET, '…')
  if (error instanceof errors.StripeAuthenticationError)
    return new ProviderKeyRefusal(`Stripe refuses the shop’s key: ${message}`)
  if (error instanceof errors.StripePermissionError)
    return new ProviderPermissionRefusal(PERMISSION.exec(message)?.[0] ?? null, message)
  const unknown = new Error(`${error.type}: ${message}`, { cause: error })
  if (BUSY.has(error.code ?? '')) return unknown
  if (error instanceof errors.StripeCardError)
    return new ProviderRefusal('card', error.code ?? error.type, message)
  if (error instanceof errors.StripeInvalidRequestError) {
    const isOfCard = error.code === 'resource_missing' && error.param === 'payment_method'
    return new ProviderRefusal(isOfCard ? 'card' : 'state', error.code ?? error.type, message)
  }
  return (error.statusCode ?? 0) >= 500 ? new ProviderFailure(message, { cause: error }) : unknown
}
