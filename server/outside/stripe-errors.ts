import type { Stripe } from 'stripe'
import { ProviderFailure, ProviderRefusal } from './payment-provider.ts'

type Errors = typeof Stripe.errors

const BUSY = new Set(['lock_timeout', 'idempotency_key_in_use', 'rate_limit'])

/**
 * Stripe's error in the words of a card provider. A card's no and a request's no are refusals; a lock, a limit, a broken line,
 * a key used twice or refused keys leave unknown what happened. None keeps Stripe's status: it is not the shop's own answer.
 */
export function translateStripeError(error: unknown, errors: Errors): unknown {
  if (!(error instanceof errors.StripeError)) return error
  if (BUSY.has(error.code ?? '')) return unknownOutcome(error)
  if (error instanceof errors.StripeCardError)
    return new ProviderRefusal('card', error.code ?? error.type, error.message)
  if (error instanceof errors.StripeInvalidRequestError) {
    const isOfCard = error.code === 'resource_missing' && error.param === 'payment_method'
    return new ProviderRefusal(isOfCard ? 'card' : 'state', error.code ?? error.type, error.message)
  }
  return (error.statusCode ?? 0) >= 500 ? new ProviderFailure(error.message, { cause: error }) : unknownOutcome(error)
}

function unknownOutcome(error: Stripe.errors.StripeError): Error {
  return new Error(`${error.type}: ${error.message}`, { cause: error })
}
