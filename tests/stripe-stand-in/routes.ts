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
  const list = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url })
  const outcome = (body: Body) => (body.outcome === 'fail' ? 'fail' : 'complete')
  const at = '/v1/payment_intents'
  return [
    { method: 'POST', path: at, sent: 'PaymentIntentCreateParams', ...intent, work: create },
    { method: 'GET', path: `${at}/:id`, forBrowsers: true, ...intent, work: (id) => till.find(id) },
    {
      method: 'POST',
      path: `${at}/:id/confirm`,
      sent: 'PaymentIntentConfirmParams',
      forBrowsers: true,
      ...intent,
      work: (id) => till.confirm(id),
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
      work: (_, { payment_intent }) => list(till.refundsOf(String(payment_intent)), '/v1/refunds'),
    },
    { method: 'GET', path: '/v1/account', work: () => ({ id: ACCOUNT, object: 'account' }) },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      listed: 'WebhookEndpoint',
      work: () => list(endpoints, '/v1/webhook_endpoints'),
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
