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
type Check = () => Promise<string | null>
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
  const { shop, server } = account
  const checks: Checks = {
    'The secret key opens your account': () => findKnown(shop, known),
    ...probesOf(account),
    ...(keys.livemode ? {} : cardChecksOf(account)),
    ...(webhook ? { [WEBHOOK]: () => webhook(server, steps.every(isClean)) } : {}),
  }
  const steps = Object.keys(checks).map((what): CardStep => ({ what, ...WAITING }))
  const isClean = ({ state, what }: CardStep) => state === 'ok' || what === WEBHOOK
  for (const [index, check] of Object.values(checks).entries()) {
    const { isOver, ...found } = await findOut(server, check)
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

async function findOut({ errors }: Stripe, check: Check): Promise<Found> {
  try {
    const differs = await check()
    return { state: differs === null ? 'ok' : 'differs', differs, permission: null, isOver: false }
  } catch (thrown) {
    const error = translateStripeError(thrown, errors)
    const permission = error instanceof ProviderPermissionRefusal ? error.permission : null
    // A wrong key, or no clear answer: the next steps would end the same way, only slowly.
    const isOver = error instanceof ProviderKeyRefusal || Object(error).cause !== undefined
    return { state: 'differs', differs: errorMessage(error), permission, isOver }
  }
}

function probesOf({ shop, server, browser, run }: Account): Checks {
  /** For $0.50 and without a card, so it can never be paid; one for all steps. */
  const probe = () =>
    server.paymentIntents.create(
      {
        amount: 50,
        currency: 'usd',
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        metadata: { check: run },
      },
      { idempotencyKey: `${run}:probe` },
    )
  return {
    'The publishable key is of the same account': async () => {
      const { id, client_secret } = await probe()
      const path = `/v1/payment_intents/${id}?client_secret=${client_secret}`
      const seen = (await browser.rawRequest('GET', path)) as Stripe.PaymentIntent
      return mismatch(seen.id, id)
    },
    'Refunds can be made': async () => {
      const refund = { intentId: (await probe()).id, amount: cents(50), metadata: {} }
      // Never charged, so there is nothing to refund: Stripe refuses, but not because of the key.
      return refusedAs(shop.refund(refund, `${run}:none`), /./)
    },
    'Refunds are listed': async () => shop.listRefunds((await probe()).id).then(() => null),
    'Declined cards are counted': async () =>
      shop.webhook.countDeclines((await probe()).id).then(() => null),
    'Disputes are listed': () => shop.webhook.listDisputes(new Date()).then(() => null),
    'Fees are listed': () => server.balanceTransactions.list({ limit: 1 }).then(() => null),
    'A payment can be given up': async () =>
      mismatch((await shop.cancel((await probe()).id, `${run}:up`)).status, /^canceled$/),
  }
}

function cardChecksOf({ shop, server, browser, run }: Account): Checks {
  const create = (method: string, name: string) =>
    shop.createIntent({ amount: AMOUNT, method, metadata: { check: run } }, `${run}:${name}`)
  /** As the browser does, with publishable key and client secret: so the pair is checked too. */
  const confirm = ({ id, clientSecret }: Intent, more = {}) => {
    const body = { client_secret: clientSecret, ...more }
    return browser.rawRequest('POST', `/v1/payment_intents/${id}/confirm`, body) as Promise<
      Stripe.Response<Stripe.PaymentIntent>
    >
  }
  const hold = async (name: string, card = 'pm_card_visa') => {
    const intent = await create(card, name)
    const { status } = await confirm(intent)
    if (status !== 'requires_capture')
      throw new Error(`The browser's confirmation ended in ${status}.`)
    return intent.id
  }
  const capture = (id: string, key: string) => shop.capture(id, `${run}:${key}`)
  const give = (intentId: string, amount: number, key: string) =>
    shop.refund({ intentId, amount: cents(amount), metadata: { run } }, `${run}:${key}`)
  return {
    'A new payment waits for the browser': async () =>
      mismatch((await create('pm_card_visa', 'new')).status, /^requires_confirmation$/),
    'Hold, capture and refund': async () => {
      const id = await hold('whole')
      const { status } = await capture(id, 'cap')
      if (status !== 'succeeded') return `captured: ${status}`
      const given = await give(id, AMOUNT, 'rf')
      const listed = await shop.listRefunds(id)
      if (!listed.some(({ metadata }) => metadata.run === run))
        return 'the refund is not listed with its metadata'
      return mismatch(given.status, /^(succeeded|pending)$/)
    },
    'A second full refund is refused as already refunded': async () => {
      const id = await hold('twice')
      await capture(id, 'cap2')
      await give(id, AMOUNT, 'rf2')
      return refusedAs(give(id, AMOUNT, 'rf3'), /^charge_already_refunded$/)
    },
    'A refund by the owner is listed, and only the rest can be refunded': async () => {
      const id = await hold('owner')
      await capture(id, 'cap5')
      await server.refunds.create({ payment_intent: id, amount: PART })
      const [listed] = await shop.listRefunds(id)
      if (listed?.amount !== PART) return `it lists ${listed?.amount ?? 'nothing'}`
      const tooMuch = await refusedAs(give(id, AMOUNT, 'rf5'), /./)
      const rest = AMOUNT - PART
      return tooMuch ?? mismatch((await give(id, rest, 'rf6')).status, /^(succeeded|pending)$/)
    },
    'Part of a hold can be captured and is reported as what was charged': async () => {
      const id = await hold('part')
      await server.paymentIntents.capture(id, { amount_to_capture: PART })
      return mismatch(String((await shop.retrieve(id)).received), String(PART))
    },
    'Refunds that take time, or come back, are reported as such': async () => {
      for (const [card, states] of [
        ['pm_card_pendingRefund', /^(pending|succeeded)$/],
        ['pm_card_refundFail', /^(pending|succeeded|failed)$/],
      ] as const) {
        const id = await hold(card, card)
        await capture(id, `cap:${card}`)
        const differs = mismatch((await give(id, AMOUNT, `rf:${card}`)).status, states)
        if (differs) return `${card}: ${differs}`
      }
      return null
    },
    'Confirming can name the page to come back to': async () => {
      const intent = await create('pm_card_visa', 'back')
      const { status } = await confirm(intent, { return_url: 'https://farm.example/checkout' })
      await shop.cancel(intent.id, `${run}:can:back`)
      return mismatch(status, /^requires_capture$/)
    },
    'The same key is the same payment': async () => {
      const one = await create('pm_card_visa', 'key')
      const other = await create('pm_card_visa', 'key')
      return one.id === other.id ? null : 'two payments under one key'
    },
    'A hold can be released, and then not captured': async () => {
      const id = await hold('void')
      const { status } = await shop.cancel(id, `${run}:can`)
      if (status !== 'canceled') return `canceled: ${status}`
      return refusedAs(capture(id, 'cap4'), /^payment_intent_unexpected_state$/)
    },
    'A declined card is reported with its reason': async () => {
      const intent = await create('pm_card_visa_chargeDeclinedInsufficientFunds', 'declined')
      const error = await confirm(intent).catch((thrown: unknown) => thrown)
      if (!(error instanceof browser.errors.StripeCardError))
        return `it ended in ${Object(error).status ?? error}`
      const { status } = await shop.retrieve(intent.id)
      const expected = /^insufficient_funds requires_payment_method$/
      return mismatch(`${error.decline_code} ${status}`, expected)
    },
    'A card with 3-D Secure asks its owner': async () => {
      const intent = await create('pm_card_threeDSecure2Required', 'asks')
      return mismatch((await confirm(intent)).status, /^requires_action$/)
    },
    'An unknown card is refused': async () =>
      refusedAs(create('pm_card_of_nobody', 'nobody'), /^resource_missing$/),
  }
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
