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

type Work = Route['work']
type Row = [
  call: string,
  needs: string | null,
  types: Pick<Route, 'sent' | 'answered' | 'listed' | 'forBrowsers'>,
  work: Work,
]

const [WRITES, READS] = ['rak_payment_intent_write', 'rak_payment_intent_read']
const ANSWERED = { answered: 'PaymentIntent' }
const intentTo = (doing: string) => ({ sent: `PaymentIntent${doing}Params`, ...ANSWERED })
const listOf = (type: string) => ({ sent: `${type}ListParams`, listed: type })
const newOne = (type: string) => ({ sent: `${type}CreateParams`, answered: type })
const forBrowsers = true

export function routesOf(mode: Mode): Route[] {
  const { till, endpoints } = mode
  const [at, hooks] = ['/v1/payment_intents', '/v1/webhook_endpoints']
  const create: Work = (_, body) => till.create(body as Parameters<Till['create']>[0])
  const retrieve: Work = (id, { expand }) => expanded(till, till.find(id), expand)
  const confirm: Work = (id, { payment_method: card }) =>
    till.confirm(id, typeof card === 'string' ? card : undefined)
  const cancel: Work = (id, { cancellation_reason: reason = null }) =>
    till.cancel(id, reason as Stripe.PaymentIntent['cancellation_reason'])
  const authenticate: Work = (id, { outcome }) =>
    till.authenticate(id, outcome === 'fail' ? 'fail' : 'complete')
  const refund: Work = (_, body) => till.refund(body as Parameters<Till['refund']>[0])
  const intents: Work = (_, { created, ...place }) =>
    page(till.madeSince(Number(Object(created).gte)), at, place)
  const refunds: Work = (_, { payment_intent, created, ...place }) =>
    page(
      payment_intent ? till.refundsOf(String(payment_intent)) : since(till.refunds, created),
      '/v1/refunds',
      place,
    )
  const disputes: Work = (_, { created, ...place }) =>
    page(since(till.disputes, created), '/v1/disputes', place)
  const charges: Work = (_, { payment_intent, ...place }) =>
    page(till.chargesOf(String(payment_intent)), '/v1/charges', place)
  const fees = '/v1/balance_transactions'
  const rows: Row[] = [
    [`POST ${at}`, WRITES, newOne('PaymentIntent'), create],
    [`GET ${at}`, READS, listOf('PaymentIntent'), intents],
    [`GET ${at}/:id`, READS, { ...intentTo('Retrieve'), forBrowsers }, retrieve],
    [`POST ${at}/:id/confirm`, WRITES, { ...intentTo('Confirm'), forBrowsers }, confirm],
    [`POST ${at}/:id/capture`, WRITES, intentTo('Capture'), (id, body) => till.capture(id, body)],
    [`POST ${at}/:id/cancel`, WRITES, intentTo('Cancel'), cancel],
    ['POST /v1/refunds', 'rak_refund_write', newOne('Refund'), refund],
    ['GET /v1/refunds', 'rak_refund_read', listOf('Refund'), refunds],
    ['GET /v1/charges', 'rak_charge_read', listOf('Charge'), charges],
    ['GET /v1/disputes', 'rak_dispute_read', listOf('Dispute'), disputes],
    [
      'GET /v1/account',
      'rak_accounts_kyc_basic_read',
      { answered: 'Account' },
      () => anAccount(ACCOUNT),
    ],
    [
      `GET ${fees}`,
      'rak_balance_transaction_source_read',
      { listed: 'BalanceTransaction' },
      (_, place) => page([], fees, place),
    ],
    [
      `GET ${hooks}`,
      'rak_webhook_read',
      { listed: 'WebhookEndpoint' },
      (_, place) => page(endpoints, hooks, place),
    ],
    [
      `POST ${hooks}`,
      'rak_webhook_write',
      newOne('WebhookEndpoint'),
      (_, body) => addEndpoint(mode, body),
    ],
    [
      `DELETE ${hooks}/:id`,
      'rak_webhook_write',
      { answered: 'DeletedWebhookEndpoint' },
      (id) => removeEndpoint(mode, id),
    ],
    // Not Stripe's: the bank's question in its frame.
    ['POST /stand-in/authenticate/:id', null, { ...ANSWERED, forBrowsers }, authenticate],
  ]
  return rows.map(([call, needs, types, work]) => {
    const [method = '', path = ''] = call.split(' ')
    return { method: method as Route['method'], path, ...types, ...(needs ? { needs } : {}), work }
  })
}

function addEndpoint({ endpoints, secrets, now }: Mode, body: Body): object {
  const made = madeEndpoint(body as Parameters<typeof madeEndpoint>[0], now())
  const secret = `whsec_${made.id}`
  endpoints.push(made)
  secrets.set(made.id, secret)
  return { ...made, secret }
}

function removeEndpoint({ endpoints }: Mode, id: string): object {
  const index = endpoints.findIndex((one) => one.id === id)
  if (index < 0) throw invalid('resource_missing', `No such webhook endpoint: '${id}'`)
  endpoints.splice(index, 1)
  return { id, object: 'webhook_endpoint', deleted: true }
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
