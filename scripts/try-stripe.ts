import type { Stripe } from 'stripe'
import { type Cents, cents } from '#contract/money/money.ts'
import type { StripeKeys } from '#server/config/services.ts'
import {
  type Intent,
  type PaymentProvider,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import { stripeClient } from '#server/outside/stripe-client.ts'
import { stripePayments } from '#server/outside/stripe-payments.ts'
import { inspectWebhook } from '#server/outside/stripe-webhook.ts'
import { errorMessage } from '../server/core/error-message.ts'

type Finding = { what: string; differs: string | null }

const AMOUNT = 1234 as Cents
const PART = 400

type Account = {
  keys: StripeKeys
  shop: PaymentProvider
  server: Stripe
  browser: Stripe
  run: string
}

export async function checkStripe(keys: StripeKeys): Promise<Finding[]> {
  if (keys.livemode)
    throw new Error('Set the test keys of the account: no real card is charged for a check.')
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
  return check.catch(errorMessage)
}

const CHECKS: Record<string, (account: Account) => Promise<string | null>> = {
  'The secret key opens an account': async ({ server }) =>
    mismatch((await server.accounts.retrieveCurrent()).id, /^acct_/),
  'A new payment waits for the browser': async (account) =>
    mismatch((await create(account, 'pm_card_visa', 'new')).status, /^requires_confirmation$/),
  'Hold, capture and refund': async (account) => {
    const held = await hold(account, 'whole')
    const { status } = await account.shop.capture(held.id, `${account.run}:cap`)
    if (status !== 'succeeded') return `captured: ${status}`
    const refund = { intentId: held.id, amount: AMOUNT, metadata: { run: account.run } }
    const given = await account.shop.refund(refund, `${account.run}:rf`)
    const listed = await account.shop.listRefunds(held.id)
    if (!listed.some((one) => one.metadata.run === account.run))
      return 'the refund is not listed with its metadata'
    return mismatch(given.status, /^(succeeded|pending)$/)
  },
  'A second full refund is refused as already refunded': async (account) => {
    const { id } = await hold(account, 'twice')
    await account.shop.capture(id, `${account.run}:cap2`)
    const refund = { intentId: id, amount: AMOUNT, metadata: {} }
    await account.shop.refund(refund, `${account.run}:rf2`)
    return refusedAs(account.shop.refund(refund, `${account.run}:rf3`), /^charge_already_refunded$/)
  },
  'A refund by the owner is listed, and only the rest can be refunded': async (account) => {
    const { id } = await hold(account, 'owner')
    await account.shop.capture(id, `${account.run}:cap5`)
    await account.server.refunds.create({ payment_intent: id, amount: PART })
    const [listed] = await account.shop.listRefunds(id)
    if (listed?.amount !== PART) return `it lists ${listed?.amount ?? 'nothing'}`
    const give = (amount: number, key: string) =>
      account.shop.refund(
        { intentId: id, amount: cents(amount), metadata: {} },
        `${account.run}:${key}`,
      )
    const tooMuch = await refusedAs(give(AMOUNT, 'rf5'), /./)
    return tooMuch ?? mismatch((await give(AMOUNT - PART, 'rf6')).status, /^(succeeded|pending)$/)
  },
  'Part of a hold can be captured and is reported as what was charged': async (account) => {
    const { id } = await hold(account, 'part')
    await account.server.paymentIntents.capture(id, { amount_to_capture: PART })
    return mismatch(String((await account.shop.retrieve(id)).received), new RegExp(`^${PART}$`))
  },
  'Refunds that take time, or come back, are reported as such': async (account) => {
    for (const [card, states] of [
      ['pm_card_pendingRefund', /^(pending|succeeded)$/],
      ['pm_card_refundFail', /^(pending|succeeded|failed)$/],
    ] as const) {
      const { id } = await hold(account, card, card)
      await account.shop.capture(id, `${account.run}:cap:${card}`)
      const refund = { intentId: id, amount: AMOUNT, metadata: {} }
      const differs = mismatch(
        (await account.shop.refund(refund, `${account.run}:rf:${card}`)).status,
        states,
      )
      if (differs) return `${card}: ${differs}`
    }
    return null
  },
  'Confirming can name the page to come back to': async (account) => {
    const intent = await create(account, 'pm_card_visa', 'back')
    const { status } = await confirm(account, intent, {
      return_url: 'https://farm.example/checkout',
    })
    await account.shop.cancel(intent.id, `${account.run}:can:back`)
    return mismatch(status, /^requires_capture$/)
  },
  'The same key is the same payment': async (account) => {
    const [one, other] = [
      await create(account, 'pm_card_visa', 'key'),
      await create(account, 'pm_card_visa', 'key'),
    ]
    return one.id === other.id ? null : 'two payments under one key'
  },
  'A hold can be released, and then not captured': async (account) => {
    const { id } = await hold(account, 'void')
    const { status } = await account.shop.cancel(id, `${account.run}:can`)
    if (status !== 'canceled') return `canceled: ${status}`
    return refusedAs(
      account.shop.capture(id, `${account.run}:cap4`),
      /^payment_intent_unexpected_state$/,
    )
  },
  'A declined card is reported with its reason': async (account) => {
    const intent = await create(account, 'pm_card_visa_chargeDeclinedInsufficientFunds', 'declined')
    const { errors } = account.browser
    const error = await confirm(account, intent).catch((thrown: unknown) => thrown)
    if (!(error instanceof errors.StripeCardError))
      return `it ended in ${Object(error).status ?? error}`
    const seen = await account.shop.retrieve(intent.id)
    return mismatch(
      `${error.decline_code} ${seen.status}`,
      /^insufficient_funds requires_payment_method$/,
    )
  },
  'A card with 3-D Secure asks its owner': async (account) => {
    const intent = await create(account, 'pm_card_threeDSecure2Required', 'asks')
    return mismatch((await confirm(account, intent)).status, /^requires_action$/)
  },
  'An unknown card is refused': async (account) =>
    refusedAs(create(account, 'pm_card_of_nobody', 'nobody'), /^resource_missing$/),
  'A webhook tells the shop what it needs to know': ({ server, keys }) =>
    checkWebhook(server, keys),
}

function create({ shop, run }: Account, method: string, name: string): Promise<Intent> {
  return shop.createIntent({ amount: AMOUNT, method, metadata: { check: run } }, `${run}:${name}`)
}

/** As the browser does, with publishable key and client secret, so the key pair is checked too. */
function confirm(
  { browser }: Account,
  { id, clientSecret }: Intent,
  more = {},
): Promise<Stripe.PaymentIntent> {
  const body = { client_secret: clientSecret, ...more }
  return browser.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, body) as Promise<
    Stripe.Response<Stripe.PaymentIntent>
  >
}

async function hold(account: Account, name: string, card = 'pm_card_visa'): Promise<Intent> {
  const intent = await create(account, card, name)
  const { status } = await confirm(account, intent)
  if (status !== 'requires_capture')
    throw new Error(`The browser's confirmation ended in ${status}.`)
  return intent
}

/** Harmless differences from the setup the shop was proven with; null if none. */
export async function webhookNote(keys: StripeKeys): Promise<string | null> {
  return (await inspectWebhook(await stripeClient(keys))).note
}

async function checkWebhook(server: Stripe, keys: StripeKeys): Promise<string | null> {
  if (!keys.webhookSecret) return 'STRIPE_WEBHOOK_SECRET is not set; live keys need it'
  return (await inspectWebhook(server)).fault
}

function mismatch(value: string, expected: RegExp): string | null {
  return expected.test(value) ? null : `Stripe says ${value}`
}

async function refusedAs(call: Promise<unknown>, expected: RegExp): Promise<string | null> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ProviderRefusal)) return error ? String(error) : 'it was not refused'
  return mismatch(error.code, expected)
}
