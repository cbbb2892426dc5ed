import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import type { CardError, IntentStatus } from '#contract/money/payments.ts'
import { HOUR } from '#contract/time/durations.ts'
import { aShop } from '#tests/a-shop.ts'
import { aStripeBrowser } from '#tests/stripe-stand-in/a-browser.ts'
import { standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { type Intent, type PaymentProvider, ProviderRefusal } from './payment-provider.ts'
import { sandboxPayments } from './sandbox-payments.ts'
import { stripePayments } from './stripe-payments.ts'

type Step = { status: IntentStatus } | { error: CardError }
type Place = {
  provider: PaymentProvider
  now: () => Date
  confirm(secret: string): Promise<Step>
  authenticate(secret: string, outcome: 'complete' | 'fail'): Promise<Step>
}

async function aSandbox(): Promise<Place> {
  const { db, shop } = await aShop()
  const provider = sandboxPayments(db, shop.now)
  const step = ({ status, lastError }: Intent) => (lastError ? { error: lastError } : { status })
  return {
    provider,
    now: shop.now,
    confirm: async (secret) => step(await provider.testSteps.confirm(secret)),
    authenticate: async (secret, outcome) =>
      step(await provider.testSteps.authenticate(secret, outcome)),
  }
}

async function stripeOnItsStandIn(): Promise<Place> {
  const standIn = await aStripeStandIn()
  return {
    provider: await stripePayments(standInKeys(standIn)),
    now: () => new Date(),
    ...aStripeBrowser(standIn),
  }
}

let made = 0
const newKey = () => `key:${++made}`
const METADATA = { shop: 'this one', payment: 'p1' }

function anOrder(method = 'pm_card_visa', amount = 1250) {
  return { amount: amount as Cents, method, metadata: METADATA }
}

async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  if (!(error instanceof ProviderRefusal)) throw error ?? new Error('It was not refused.')
  return `${error.kind} ${error.code}`
}

/** A refusal means "no"; anything else thrown means "unknown". */
async function isUnknown(call: Promise<unknown>): Promise<boolean> {
  const error = await call.then(() => null).catch((thrown: unknown) => thrown)
  return error instanceof Error && !(error instanceof ProviderRefusal)
}

describe.each([
  ['the sandbox', aSandbox],
  ['Stripe', stripeOnItsStandIn],
])('%s as a card provider', (_, open) => {
  async function aHold(place: Place, amount = 1250): Promise<Intent> {
    const intent = await place.provider.createIntent(anOrder('pm_card_visa', amount), newKey())
    expect(await place.confirm(intent.clientSecret)).toEqual({ status: 'requires_capture' })
    return intent
  }

  test('makes a payment that waits for the browser, and knows what it is for', async () => {
    const { provider } = await open()
    const intent = await provider.createIntent(anOrder(), newKey())
    const seen = {
      status: 'requires_confirmation',
      amount: 1250,
      currency: 'usd',
      livemode: false,
      lastError: null,
    }
    expect(intent).toMatchObject({ ...seen, metadata: METADATA })
    expect(await provider.retrieve(intent.id)).toEqual(intent)
    expect(intent.clientSecret).toMatch(/^\w+_secret_\w+$/)
  })

  test('says when a hold was placed, by its own clock, and of nothing else', async () => {
    const place = await open()
    const { provider } = place
    const before = Math.floor(place.now().getTime() / 1000) * 1000
    const begun = await provider.createIntent(anOrder(), newKey())
    const declined = await provider.createIntent(anOrder('pm_card_chargeDeclined'), newKey())
    await place.confirm(declined.clientSecret)
    const { id } = await aHold(place)
    const heldAt = (await provider.retrieve(id)).heldAt?.getTime() ?? 0
    expect(heldAt).toBeGreaterThanOrEqual(before)
    expect(heldAt).toBeLessThanOrEqual(place.now().getTime())
    for (const other of [begun, declined])
      expect((await provider.retrieve(other.id)).heldAt).toBe(null)
  })

  test('holds the money, takes it once, and gives it back', async () => {
    const place = await open()
    const { provider } = place
    const { id } = await aHold(place)
    expect(await provider.capture(id, newKey())).toMatchObject({
      id,
      status: 'succeeded',
      amount: 1250,
    })
    expect(await refusalOf(provider.capture(id, newKey()))).toBe(
      'state payment_intent_unexpected_state',
    )
    const refund = { intentId: id, amount: 1250 as Cents, metadata: { refund: 'r1' } }
    expect(await provider.refund(refund, newKey())).toMatchObject({
      amount: 1250,
      status: 'succeeded',
    })
    expect((await provider.retrieve(id)).status).toBe('succeeded')
  })

  test('answers the same call under the same key with the same payment, and another call under it with no refusal but an error', async () => {
    const { provider } = await open()
    const key = newKey()
    const first = await provider.createIntent(anOrder(), key)
    expect(await provider.createIntent(anOrder(), key)).toEqual(first)
    expect(await isUnknown(provider.createIntent(anOrder('pm_card_visa', 9999), key))).toBe(true)
    expect((await provider.createIntent(anOrder(), newKey())).id).not.toBe(first.id)
  })

  test('releases a hold, and also a payment that never became one', async () => {
    const place = await open()
    const held = await aHold(place)
    const begun = await place.provider.createIntent(anOrder(), newKey())
    for (const { id } of [held, begun]) {
      expect((await place.provider.cancel(id, newKey())).status).toBe('canceled')
      expect(await refusalOf(place.provider.cancel(id, newKey()))).toBe(
        'state payment_intent_unexpected_state',
      )
      expect(await refusalOf(place.provider.capture(id, newKey()))).toBe(
        'state payment_intent_unexpected_state',
      )
    }
  })

  test('does not cancel what is captured, and does not capture what nobody confirmed', async () => {
    const place = await open()
    const held = await aHold(place)
    await place.provider.capture(held.id, newKey())
    expect(await refusalOf(place.provider.cancel(held.id, newKey()))).toBe(
      'state payment_intent_unexpected_state',
    )
    const begun = await place.provider.createIntent(anOrder(), newKey())
    expect(await refusalOf(place.provider.capture(begun.id, newKey()))).toBe(
      'state payment_intent_unexpected_state',
    )
  })

  test.each([
    ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', null],
  ])(
    'says why %s is declined, to the browser and to the shop',
    async (card, code, decline_code) => {
      const place = await open()
      const intent = await place.provider.createIntent(anOrder(card), newKey())
      expect(await place.confirm(intent.clientSecret)).toMatchObject({
        error: { code, decline_code },
      })
      const seen = await place.provider.retrieve(intent.id)
      expect(seen).toMatchObject({
        status: 'requires_payment_method',
        lastError: { code, decline_code },
      })
      expect(seen.lastError?.message).toMatch(/^[A-Z].*\.$/)
    },
  )

  test('refuses a card it does not know, in words for the buyer', async () => {
    const { provider } = await open()
    const refused = provider.createIntent(anOrder('pm_card_nobody'), newKey())
    expect(await refusalOf(refused)).toBe('card resource_missing')
    await expect(refused).rejects.toThrow("No such PaymentMethod: 'pm_card_nobody'")
  })

  test.each([
    ['complete', { status: 'requires_capture' }, 'requires_capture'],
    [
      'fail',
      { error: { code: 'payment_intent_authentication_failure' } },
      'requires_payment_method',
    ],
  ] as const)('asks the card’s owner: %s', async (outcome, answer, status) => {
    const place = await open()
    const intent = await place.provider.createIntent(
      anOrder('pm_card_authenticationRequired'),
      newKey(),
    )
    expect(await place.confirm(intent.clientSecret)).toEqual({ status: 'requires_action' })
    expect(await place.authenticate(intent.clientSecret, outcome)).toMatchObject(answer)
    expect((await place.provider.retrieve(intent.id)).status).toBe(status)
  })

  test('lists refunds with what they are for, and never gives back more than was taken', async () => {
    const place = await open()
    const { provider } = place
    const { id } = await aHold(place, 1000)
    const give = (amount: number, refund: string) =>
      provider.refund({ intentId: id, amount: amount as Cents, metadata: { refund } }, newKey())
    expect(await refusalOf(give(1000, 'early'))).toBe('state charge_not_captured')
    await provider.capture(id, newKey())
    expect(await provider.listRefunds(id)).toEqual([])
    await give(300, 'r1')
    expect(await refusalOf(give(701, 'r2'))).toMatch(/^state /)
    await give(700, 'r3')
    expect(await refusalOf(give(1, 'r4'))).toBe('state charge_already_refunded')
    const listed = (await provider.listRefunds(id)).map(
      ({ amount, metadata }) => `${metadata.refund} ${amount}`,
    )
    expect(listed.sort()).toEqual(['r1 300', 'r3 700'])
  })

  test('lists what was made since an instant, however it stands now', async () => {
    const place = await open()
    const { provider } = place
    const held = await aHold(place)
    const begun = await provider.createIntent(anOrder(), newKey())
    await provider.cancel((await provider.createIntent(anOrder(), newKey())).id, newKey())
    const inHours = (hours: number) => new Date(place.now().getTime() + hours * HOUR)
    const listed = await provider.listIntents(inHours(-1))
    expect(listed.map(({ status }) => status).sort()).toEqual([
      'canceled',
      'requires_capture',
      'requires_confirmation',
    ])
    const undated = listed.map((intent) => ({ ...intent, heldAt: null }))
    const known = { ...(await provider.retrieve(held.id)), heldAt: null }
    expect(undated).toEqual(expect.arrayContaining([known, begun]))
    expect(await provider.listIntents(inHours(1))).toEqual([])
  })

  test('says of a payment it does not know that there is none', async () => {
    const { provider } = await open()
    expect(await refusalOf(provider.retrieve('pi_nobody'))).toBe('state resource_missing')
    expect(await refusalOf(provider.cancel('pi_nobody', newKey()))).toBe('state resource_missing')
  })
})
