import type { Stripe } from 'stripe'
import { anAccount, madeEndpoint, newBalanceOf } from './account-objects.ts'
import { ACCOUNT } from './keys.ts'
import { invalid } from './refused.ts'
import type { Till } from './till.ts'

export type Body = Record<string, unknown>
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** The SDK's types of the request and the answer. */
  sent?: string
  answered?: string
  listed?: string
  /** What a restricted key must hold; what it expands, besides. */
  needs?: string
  /** Whether a browser may call it, with the publishable key and the payment's secret. */
  forBrowsers?: boolean
  work: (id: string, body: Body) => object
}

export const EXPANDED: Record<string, string> = {
  latest_charge: 'rak_charge_read',
  'latest_charge.balance_transaction': 'rak_balance_transaction_source_read',
}

/** What a mode of the account holds; a made endpoint's secret is known to its maker. */
export type Mode = {
  till: Till
  endpoints: Stripe.WebhookEndpoint[]
  secrets: Map<string, string>
  now: () => Date
}

export function routesOf({ till, endpoints, secrets, now }: Mode): Route[] {
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
    {
      method: 'POST',
      path: at,
      needs: 'rak_payment_intent_write',
      sent: 'PaymentIntentCreateParams',
      ...intent,
      work: create,
    },
    {
      method: 'GET',
      path: at,
      sent: 'PaymentIntentListParams',
      needs: 'rak_payment_intent_read',
      listed: 'PaymentIntent',
      work: intents,
    },
    {
      method: 'GET',
      path: `${at}/:id`,
      sent: 'PaymentIntentRetrieveParams',
      needs: 'rak_payment_intent_read',
      forBrowsers: true,
      ...intent,
      work: (id, { expand }) => expanded(till, till.find(id), expand),
    },
    {
      method: 'POST',
      path: `${at}/:id/confirm`,
      sent: 'PaymentIntentConfirmParams',
      needs: 'rak_payment_intent_write',
      forBrowsers: true,
      ...intent,
      work: (id, body) =>
        till.confirm(id, typeof body.payment_method === 'string' ? body.payment_method : undefined),
    },
    {
      method: 'POST',
      path: `${at}/:id/capture`,
      sent: 'PaymentIntentCaptureParams',
      needs: 'rak_payment_intent_write',
      ...intent,
      work: (id, body) => till.capture(id, body),
    },
    {
      method: 'POST',
      path: `${at}/:id/cancel`,
      sent: 'PaymentIntentCancelParams',
      needs: 'rak_payment_intent_write',
      ...intent,
      work: (id, { cancellation_reason: reason = null }) =>
        till.cancel(id, reason as Stripe.PaymentIntent['cancellation_reason']),
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      sent: 'RefundCreateParams',
      needs: 'rak_refund_write',
      answered: 'Refund',
      work: refund,
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      sent: 'RefundListParams',
      needs: 'rak_refund_read',
      listed: 'Refund',
      work: refunds,
    },
    {
      method: 'GET',
      path: '/v1/charges',
      sent: 'ChargeListParams',
      needs: 'rak_charge_read',
      listed: 'Charge',
      work: charges,
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      sent: 'DisputeListParams',
      needs: 'rak_dispute_read',
      listed: 'Dispute',
      work: disputes,
    },
    {
      method: 'GET',
      path: '/v1/account',
      needs: 'rak_accounts_kyc_basic_read',
      answered: 'Account',
      work: () => anAccount(ACCOUNT),
    },
    {
      method: 'GET',
      path: '/v1/balance_transactions',
      needs: 'rak_balance_transaction_source_read',
      listed: 'BalanceTransaction',
      work: (_, place) => page([], '/v1/balance_transactions', place),
    },
    {
      method: 'GET',
      path: '/v1/webhook_endpoints',
      needs: 'rak_webhook_read',
      listed: 'WebhookEndpoint',
      work: (_, place) => page(endpoints, '/v1/webhook_endpoints', place),
    },
    {
      method: 'POST',
      path: '/v1/webhook_endpoints',
      needs: 'rak_webhook_write',
      sent: 'WebhookEndpointCreateParams',
      answered: 'WebhookEndpoint',
      work: (_, body) => {
        const made = madeEndpoint(body as Parameters<typeof madeEndpoint>[0], now())
        endpoints.push(made)
        secrets.set(made.id, `whsec_${made.id}`)
        return { ...made, secret: `whsec_${made.id}` }
      },
    },
    {
      method: 'DELETE',
      path: '/v1/webhook_endpoints/:id',
      needs: 'rak_webhook_write',
      answered: 'DeletedWebhookEndpoint',
      work: (id) => {
        const index = endpoints.findIndex((one) => one.id === id)
        if (index < 0) throw invalid('resource_missing', `No such webhook endpoint: '${id}'`)
        endpoints.splice(index, 1)
        return { id, object: 'webhook_endpoint', deleted: true }
      },
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
