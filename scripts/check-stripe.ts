import type { Stripe } from 'stripe'
import type { Cents } from '#contract/money.ts'
import type { StripeKeys } from '#server/config-stripe.ts'
import { type Intent, type PaymentProvider, ProviderRefusal } from '#server/outside/payment-provider.ts'
import { STRIPE_API_VERSION, stripeClient } from '#server/outside/stripe-client.ts'
import { stripePayments } from '#server/outside/stripe-payments.ts'

/** One thing the shop relies on, and whether Stripe does it for this account. */
export type Finding = { what: string; differs: string | null }

const AMOUNT = 1234 as Cents
const WEBHOOK_PATH = '/api/payments/stripe/webhook'

/** What the shop must hear of. */
const EVENTS = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.canceled',
  'payment_intent.succeeded',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
]

type Account = { keys: StripeKeys; shop: PaymentProvider; server: Stripe; browser: Stripe; run: string }

/** Walks every step the shop takes with Stripe, with test cards: says of each whether Stripe does as the shop expects. */
export async function checkStripe(keys: StripeKeys): Promise<Finding[]> {
  if (keys.livemode) throw new Error('Set the test keys of the account: no real card is charged for a check.')
  const account: Account = {
    keys,
    shop: await stripePayments(keys),
    server: await stripeClient(keys),
    browser: await stripeClient(keys, keys.publishableKey),
    run: crypto.randomUUID(),
  }
  const findings: Finding[] = []
  for (const [what, check] of Object.entries(CHECKS))
    findings.push({ what, differs: await differenceOf(check(account)) })
  return findings
}

async function differenceOf(check: Promise<string | null>): Promise<string | null> {
  return check.catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
}

const CHECKS: Record<string, (account: Account) => Promise<string | null>> = {
  'The secret key opens an account': async ({ server }) => said((await server.accounts.retrieveCurrent()).id, /^acct_/),
  'A new payment waits for the browser': async (account) =>
    said((await create(account, 'pm_card_visa', 'new')).status, /^requires_confirmation$/),
  'Hold, capture and refund': async (account) => {
    const held = await hold(account, 'whole')
    const { status } = await account.shop.capture(held.id, `${account.run}:cap`)
    if (status !== 'succeeded') return `captured: ${status}`
    const refund = { intentId: held.id, amount: AMOUNT, metadata: { run: account.run } }
    const given = await account.shop.refund(refund, `${account.run}:rf`)
    const listed = await account.shop.listRefunds(held.id)
    if (!listed.some((one) => one.metadata.run === account.run)) return 'the refund is not listed with its metadata'
    return said(given.status, /^(succeeded|pending)$/)
  },
  'A second full refund is refused as already refunded': async (account) => {
    const { id } = await hold(account, 'twice')
    await account.shop.capture(id, `${account.run}:cap2`)
    const refund = { intentId: id, amount: AMOUNT, metadata: {} }
    await account.shop.refund(refund, `${account.run}:rf2`)
    return refusedAs(account.shop.refund(refund, `${account.run}:rf3`), /^charge_already_refunded$/)
  },
  'The same key is the same payment': async (account) => {
    const [one, other] = [await create(account, 'pm_card_visa', 'key'), await create(account, 'pm_card_visa', 'key')]
    return one.id === other.id ? null : 'two payments under one key'
  },
  'A hold can be released, and not captured then': async (account) => {
    const { id } = await hold(account, 'void')
    const { status } = await account.shop.cancel(id, `${account.run}:can`)
    if (status !== 'canceled') return `canceled: ${status}`
    return refusedAs(account.shop.capture(id, `${account.run}:cap4`), /^payment_intent_unexpected_state$/)
  },
  'A declined card is told with its reason': async (account) => {
    const intent = await create(account, 'pm_card_visa_chargeDeclinedInsufficientFunds', 'declined')
    const { errors } = account.browser
    const error = await confirm(account, intent).catch((thrown: unknown) => thrown)
    if (!(error instanceof errors.StripeCardError)) return `it ended in ${Object(error).status ?? error}`
    const seen = await account.shop.retrieve(intent.id)
    return said(`${error.decline_code} ${seen.status}`, /^insufficient_funds requires_payment_method$/)
  },
  'A card with 3-D Secure asks its owner': async (account) => {
    const intent = await create(account, 'pm_card_threeDSecure2Required', 'asks')
    return said((await confirm(account, intent)).status, /^requires_action$/)
  },
  'A card it does not know is refused': async (account) =>
    refusedAs(create(account, 'pm_card_of_nobody', 'nobody'), /^resource_missing$/),
  'A webhook tells the shop what it must hear of': ({ server, keys }) => checkWebhook(server, keys),
}

function create({ shop, run }: Account, method: string, name: string): Promise<Intent> {
  return shop.createIntent({ amount: AMOUNT, method, metadata: { check: run } }, `${run}:${name}`)
}

/** As the browser does: with the publishable key and the payment's secret, so that the pair of keys is checked as well. */
function confirm({ browser }: Account, { id, clientSecret }: Intent): Promise<Stripe.PaymentIntent> {
  return browser.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, { client_secret: clientSecret }) as Promise<
    Stripe.Response<Stripe.PaymentIntent>
  >
}

async function hold(account: Account, name: string): Promise<Intent> {
  const intent = await create(account, 'pm_card_visa', name)
  const { status } = await confirm(account, intent)
  if (status !== 'requires_capture') throw new Error(`The browser's confirmation ended in ${status}.`)
  return intent
}

async function checkWebhook(server: Stripe, keys: StripeKeys): Promise<string | null> {
  if (!keys.webhookSecret) return 'STRIPE_WEBHOOK_SECRET is not set; live keys need it'
  const { data } = await server.webhookEndpoints.list({ limit: 100 })
  const ours = data.find((one) => one.url.endsWith(WEBHOOK_PATH) && one.status === 'enabled')
  if (!ours) return `no endpoint ends in ${WEBHOOK_PATH}; create one in Stripe's dashboard`
  const missing = EVENTS.filter((event) => !ours.enabled_events.includes(event) && !ours.enabled_events.includes('*'))
  if (missing.length > 0) return `${ours.url} does not hear of ${missing.join(', ')}`
  if (ours.api_version && ours.api_version !== STRIPE_API_VERSION)
    return `${ours.url} speaks API ${ours.api_version}, the shop ${STRIPE_API_VERSION}`
  return null
}

function said(value: string, expected: RegExp): string | null {
  return expected.test(value) ? null : `Stripe says ${value}`
}

async function refusedAs(call: Promise<unknown>, expected: RegExp): Promise<string | null> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ProviderRefusal)) return error ? String(error) : 'it was not refused'
  return said(error.code, expected)
}
