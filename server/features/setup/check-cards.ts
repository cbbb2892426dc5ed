import type { Stripe } from 'stripe'
import type { CardStep } from '#contract/money/cards.ts'
import { type Cents, cents } from '#contract/money/money.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { errorMessage } from '#server/core/error-message.ts'
import {
  type Intent,
  type PaymentProvider,
  type PaymentWebhook,
  ProviderKeyRefusal,
  ProviderPermissionRefusal,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import { stripeClient, translateStripeError } from '#server/outside/stripe-client.ts'
import { stripePayments } from '#server/outside/stripe-payments.ts'

const AMOUNT = 1234 as Cents
const PART = 400

type Account = {
  shop: PaymentProvider & { webhook: PaymentWebhook }
  server: Stripe
  browser: Stripe
  run: string
}
type Check = (account: Account) => Promise<string | null>
type Checks = Record<string, Check>

export type CheckOrder = {
  /** An intent that this account must know: the newest one charged; null before the first. */
  known: string | null
  /** The last step, if Stripe can reach the shop. `isClean`: no step before it differed. */
  webhook: ((client: Stripe, isClean: boolean) => Promise<string | null>) | null
  onStep?: (steps: readonly CardStep[]) => void
}

/** Tries all the shop does at Stripe, moving no real money. Ends early if the key is refused. */
export async function checkCards(
  keys: StripeKeys,
  { known, webhook, onStep }: CheckOrder,
): Promise<CardStep[]> {
  const account: Account = {
    shop: await stripePayments(keys),
    server: await stripeClient(keys),
    browser: await stripeClient(keys, keys.publishableKey),
    run: crypto.randomUUID(),
  }
  const checks: Checks = {
    'The secret key opens your account': ({ shop }) => findKnown(shop, known),
    ...PROBES,
    ...(keys.livemode ? {} : TEST_CARDS),
    ...(webhook ? { [WEBHOOK]: ({ server }) => webhook(server, steps.every(isClean)) } : {}),
  }
  const steps = Object.keys(checks).map((what): CardStep => ({ what, ...WAITING }))
  const isClean = ({ state, what }: CardStep) => state === 'ok' || what === WEBHOOK
  for (const [index, check] of Object.values(checks).entries()) {
    const { isOver, ...found } = await findOut(account, check)
    Object.assign(steps[index] ?? {}, found)
    onStep?.(steps)
    if (isOver) break
  }
  return steps
}

const WEBHOOK = 'Stripe tells the shop what happens'
const WAITING = { state: 'waiting', differs: null, permission: null } as const

const OTHER_ACCOUNT =
  'These keys belong to another Stripe account than the one that took your payments. Moving to another account is done on the server.'

/** Whether the account is the one that took the shop's payments. */
export async function findKnown(
  shop: PaymentProvider,
  known: string | null,
): Promise<string | null> {
  try {
    await (known ? shop.retrieve(known) : shop.checkKey?.())
    return null
  } catch (error) {
    if (error instanceof ProviderRefusal && error.code === 'resource_missing') return OTHER_ACCOUNT
    throw error
  }
}

type Found = Omit<CardStep, 'what'> & { isOver: boolean }

async function findOut(account: Account, check: Check): Promise<Found> {
  try {
    const differs = await check(account)
    return { state: differs === null ? 'ok' : 'differs', differs, permission: null, isOver: false }
  } catch (thrown) {
    const error = translateStripeError(thrown, account.server.errors)
    const permission = error instanceof ProviderPermissionRefusal ? error.permission : null
    // A wrong key, or no clear answer: the next steps would end the same way, only slowly.
    const isOver = error instanceof ProviderKeyRefusal || Object(error).cause !== undefined
    return { state: 'differs', differs: errorMessage(error), permission, isOver }
  }
}

const PROBES: Checks = {
  'The publishable key is of the same account': async (account) => {
    const { id, client_secret } = await probe(account)
    const path = `/v1/payment_intents/${id}?client_secret=${client_secret}`
    const seen = (await account.browser.rawRequest('GET', path)) as Stripe.PaymentIntent
    return mismatch(seen.id, id)
  },
  'Refunds can be made': async (account) => {
    const { id } = await probe(account)
    const refund = { intentId: id, amount: cents(50), metadata: {} }
    // Never charged, so there is nothing to refund: Stripe refuses, but not because of the key.
    return refusedAs(account.shop.refund(refund, `${account.run}:none`), /./)
  },
  'Refunds are listed': async (account) =>
    account.shop.listRefunds((await probe(account)).id).then(() => null),
  'Declined cards are counted': async (account) =>
    account.shop.webhook.countDeclines((await probe(account)).id).then(() => null),
  'Disputes are listed': ({ shop }) => shop.webhook.listDisputes(new Date()).then(() => null),
  'Fees are listed': ({ server }) => server.balanceTransactions.list({ limit: 1 }).then(() => null),
  'A payment can be given up': async (account) => {
    const { id } = await probe(account)
    return mismatch((await account.shop.cancel(id, `${account.run}:up`)).status, /^canceled$/)
  },
}

/** For $0.50 and without a card, so it can never be paid; one for all steps. */
function probe({ server, run }: Account): Promise<Stripe.PaymentIntent> {
  return server.paymentIntents.create(
    {
      amount: 50,
      currency: 'usd',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      metadata: { check: run },
    },
    { idempotencyKey: `${run}:probe` },
  )
}

const TEST_CARDS: Checks = {
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
    return mismatch(String((await account.shop.retrieve(id)).received), String(PART))
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

function mismatch(value: string, expected: RegExp | string): string | null {
  const isAsExpected = typeof expected === 'string' ? value === expected : expected.test(value)
  return isAsExpected ? null : `Stripe says ${value}`
}

async function refusedAs(call: Promise<unknown>, expected: RegExp): Promise<string | null> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!error) return 'it was not refused'
  if (!(error instanceof ProviderRefusal)) throw error
  return mismatch(error.code, expected)
}
