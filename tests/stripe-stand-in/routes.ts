import type { Stripe } from 'stripe'
import { ACCOUNT } from './keys.ts'
import type { Till } from './till.ts'

export type Body = Record<string, unknown>
/** One call of the API. */
export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** The SDK's types of what is sent and answered. */
  sent?: string
  answered?: string
  listed?: string
  /** Whether a browser may call it, with the publishable key and the payment's secret. */
  forBrowsers?: boolean
  work: (id: string, body: Body) => object
}

/** Every call that the stand-in knows. */
export function routesOf(till: Till, endpoints: Stripe.WebhookEndpoint[]): Route[] {
  const intent = { answered: 'PaymentIntent' }
  const create = (_: string, body: Body) => till.create(body as Parameters<Till['create']>[0])
  const refund = (_: string, body: Body) => till.refund(body as Parameters<Till['refund']>[0])
  const intents = (_: string, { created, ...place }: Body) =>
    page(till.madeSince(Number(Object(created).gte)), at, place)
  const refunds = (_: string, { payment_intent, ...place }: Body) =>
    page(till.refundsOf(String(payment_intent)), '/v1/refunds', place)
  const charges = (_: string, { payment_intent, ...place }: Body) =>
    page(till.chargesOf(String(payment_intent)), '/v1/charges', place)
  const outcome = (body: Body) => (body.outcome === 'fail' ? 'fail' : 'complete')
  const at = '/v1/payment_intents'
  return [
    { method: 'POST', path: at, sent: 'PaymentIntentCreateParams', ...intent, work: create },
    { method: 'GET', path: at, sent: 'PaymentIntentListParams', listed: 'PaymentIntent', work: intents },
    { method: 'GET', path: `${at}/:id`, forBrowsers: true, ...intent, work: (id) => till.find(id) },
    {
      method: 'POST',
      path: `${at}/:id/confirm`,
      sent: 'PaymentIntentConfirmParams',
      forBrowsers: true,
      ...intent,
      work: (id, body) => till.confirm(id, typeof body.payment_method === 'string' ? body.payment_method : undefined),
    },
    {
      method: 'POST',
      path: `${at}/:id/capture`,
      sent: 'PaymentIntentCaptureParams',
      ...intent,
      work: (id) => till.capture(id),
    },
    {
      method: 'POST',
      path: `${at}/:id/cancel`,
      sent: 'PaymentIntentCancelParams',
      ...intent,
      work: (id) => till.cancel(id),
    },
    { method: 'POST', path: '/v1/refunds', sent: 'RefundCreateParams', answered: 'Refund', work: refund },
    {
      method: 'GET',
      path: '/v1/refunds',
      sent: 'RefundListParams',
      listed: 'Refund',
      work: refunds,
    },
    { method: 'GET', path: '/v1/charges', sent: 'ChargeListParams', listed: 'Charge', work: charges },
    { method: 'GET', path: '/v1/account', work: () => ({ id: ACCOUNT, object: 'account' }) },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      listed: 'WebhookEndpoint',
      work: (_, place) => page(endpoints, '/v1/webhook_endpoints', place),
    },
    // Not Stripe's: the frame in which the bank asks.
    {
      method: 'POST',
      path: '/stand-in/authenticate/:id',
      forBrowsers: true,
      ...intent,
      work: (id, body) => till.authenticate(id, outcome(body)),
    },
  ]
}

/** A part of a list: what follows the one named, as many as wanted. */
function page(all: { id: string }[], url: string, { limit = 10, starting_after }: Body): object {
  const from = all.findIndex(({ id }) => id === starting_after) + 1
  const data = all.slice(from, from + Number(limit))
  return { object: 'list', data, has_more: from + data.length < all.length, url }
}
