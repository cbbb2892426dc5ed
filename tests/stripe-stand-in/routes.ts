import type { Stripe } from 'stripe'
import { anAccount, newBalanceOf } from './account-objects.ts'
import { ACCOUNT } from './keys.ts'
import type { Till } from './till.ts'

export type Body = Record<string, unknown>
export type Route = {
  method: 'GET' | 'POST'
  path: string
  /** The SDK's types of the request and the answer. */
  sent?: string
  answered?: string
  listed?: string
  /** Whether a browser may call it, with the publishable key and the payment's secret. */
  forBrowsers?: boolean
  work: (id: string, body: Body) => object
}

export function routesOf(till: Till, endpoints: Stripe.WebhookEndpoint[]): Route[] {
  const intent = { answered: 'PaymentIntent' }
  const create = (_: string, body: Body) => till.create(body as Parameters<Till['create']>[0])
  const refund = (_: string, body: Body) => till.refund(body as Parameters<Till['refund']>[0])
  const intents = (_: string, { created, ...place }: Body) =>
    page(till.madeSince(Number(Object(created).gte)), at, place)
  const refunds = (_: string, { payment_intent, created, ...place }: Body) =>
    page(
      payment_intent ? till.refundsOf(String(payment_intent)) : since(till.refunds, created),
      '/v1/refunds',
      place,
    )
  const disputes = (_: string, { created, ...place }: Body) =>
    page(since(till.disputes, created), '/v1/disputes', place)
  const charges = (_: string, { payment_intent, ...place }: Body) =>
    page(till.chargesOf(String(payment_intent)), '/v1/charges', place)
  const outcome = (body: Body) => (body.outcome === 'fail' ? 'fail' : 'complete')
  const at = '/v1/payment_intents'
  return [
    { method: 'POST', path: at, sent: 'PaymentIntentCreateParams', ...intent, work: create },
    {
      method: 'GET',
      path: at,
      sent: 'PaymentIntentListParams',
      listed: 'PaymentIntent',
      work: intents,
    },
    {
      method: 'GET',
      path: `${at}/:id`,
      sent: 'PaymentIntentRetrieveParams',
      forBrowsers: true,
      ...intent,
      work: (id, { expand }) => expanded(till, till.find(id), expand),
    },
    {
      method: 'POST',
      path: `${at}/:id/confirm`,
      sent: 'PaymentIntentConfirmParams',
      forBrowsers: true,
      ...intent,
      work: (id, body) =>
        till.confirm(id, typeof body.payment_method === 'string' ? body.payment_method : undefined),
    },
    {
      method: 'POST',
      path: `${at}/:id/capture`,
      sent: 'PaymentIntentCaptureParams',
      ...intent,
      work: (id, body) => till.capture(id, body),
    },
    {
      method: 'POST',
      path: `${at}/:id/cancel`,
      sent: 'PaymentIntentCancelParams',
      ...intent,
      work: (id, { cancellation_reason: reason = null }) =>
        till.cancel(id, reason as Stripe.PaymentIntent['cancellation_reason']),
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      sent: 'RefundCreateParams',
      answered: 'Refund',
      work: refund,
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      sent: 'RefundListParams',
      listed: 'Refund',
      work: refunds,
    },
    {
      method: 'GET',
      path: '/v1/charges',
      sent: 'ChargeListParams',
      listed: 'Charge',
      work: charges,
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      sent: 'DisputeListParams',
      listed: 'Dispute',
      work: disputes,
    },
    { method: 'GET', path: '/v1/account', answered: 'Account', work: () => anAccount(ACCOUNT) },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      listed: 'WebhookEndpoint',
      work: (_, place) => page(endpoints, '/v1/webhook_endpoints', place),
    },
    // Not Stripe's: the bank's question in its frame.
    {
      method: 'POST',
      path: '/stand-in/authenticate/:id',
      forBrowsers: true,
      ...intent,
      work: (id, body) => till.authenticate(id, outcome(body)),
    },
  ]
}

function since<T extends { created: number }>(all: readonly T[], created: unknown): T[] {
  return all.filter((one) => one.created >= Number(Object(created).gte ?? 0)).toReversed()
}

function expanded(till: Till, intent: Stripe.PaymentIntent, expand: unknown): Stripe.PaymentIntent {
  const paths: unknown[] = Array.isArray(expand) ? expand : []
  const charge = till.chargesOf(intent.id).find(({ id }) => id === intent.latest_charge)
  if (!charge || paths.length === 0) return intent
  const hasFee = paths.includes('latest_charge.balance_transaction')
  const fee = hasFee && charge.captured ? { balance_transaction: newBalanceOf(charge) } : {}
  return { ...intent, latest_charge: { ...charge, ...fee } }
}

function page(all: { id: string }[], url: string, { limit = 10, starting_after }: Body): object {
  const from = all.findIndex(({ id }) => id === starting_after) + 1
  const data = all.slice(from, from + Number(limit))
  return { object: 'list', data, has_more: from + data.length < all.length, url }
}
