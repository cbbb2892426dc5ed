import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn, type Fault } from '#tests/stripe-stand-in/stand-in.ts'
import { ProviderFailure, ProviderRefusal } from './payment-provider.ts'
import { stripePayments } from './stripe-payments.ts'

const ORDER = {
  amount: 500 as Cents,
  method: 'pm_card_visa',
  metadata: { shop: 's', payment: 'p' },
}

async function thrownBy(call: Promise<unknown>): Promise<unknown> {
  return call.then(() => null).catch((error: unknown) => error)
}

describe('a secret key', () => {
  test('of live money is never sent anywhere but to Stripe', async () => {
    const keys = { ...standInKeys({ port: 1 }), secretKey: 'sk_live_1', livemode: true }
    await expect(stripePayments(keys)).rejects.toThrow('Live keys are only sent to Stripe.')
  })

  test.each(['stripe.example', '10.0.0.1', '127.0.0.1.example', ''])(
    'is not sent to %s',
    async (host) => {
      const keys = { ...standInKeys({ port: 1 }), api: { host, port: 1 } }
      await expect(stripePayments(keys)).rejects.toThrow('never to')
    },
  )
})

describe('no clear answer is neither yes nor no:', () => {
  test.each<[string, Fault['kind']]>([
    ['too many calls (429)', 'busy'],
    ['a lock (429)', 'locked'],
    ['the same key at work (409)', 'taken'],
  ])('%s', { timeout: 30_000 }, async (_, kind) => {
    const stripe = await aStripeStandIn()
    const provider = await stripePayments(standInKeys(stripe))
    // Stripe's library tries three times, but only once when it is busy.
    for (let time = 0; time < (kind === 'busy' ? 1 : 3); time++)
      stripe.faults.push({ kind, on: /./ })
    const thrown = await thrownBy(provider.createIntent(ORDER, 'key'))
    expect(thrown).toBeInstanceOf(Error)
    expect(thrown).not.toBeInstanceOf(ProviderRefusal)
    expect(thrown).not.toBeInstanceOf(ProviderFailure)
    expect(thrown).not.toHaveProperty('statusCode')
    expect((await provider.createIntent(ORDER, 'key')).amount).toBe(500)
  })

  test('keys that Stripe does not take', async () => {
    const keys = { ...standInKeys(await aStripeStandIn()), secretKey: 'sk_test_gone' }
    const thrown = await thrownBy((await stripePayments(keys)).retrieve('pi_1'))
    expect(thrown).not.toBeInstanceOf(ProviderRefusal)
    expect(thrown).not.toHaveProperty('statusCode')
  })

  test('a Stripe that nobody reaches', { timeout: 20_000 }, async () => {
    const provider = await stripePayments(standInKeys({ port: 1 }))
    expect(await thrownBy(provider.retrieve('pi_1'))).not.toBeInstanceOf(ProviderRefusal)
  })

  test('a failure of Stripe’s own is told apart, as it is kept under its key', async () => {
    const stripe = await aStripeStandIn()
    const provider = await stripePayments(standInKeys(stripe))
    stripe.faults.push({ kind: 'failed', on: /./ })
    expect(await thrownBy(provider.createIntent(ORDER, 'key'))).toBeInstanceOf(ProviderFailure)
    expect(await thrownBy(provider.createIntent(ORDER, 'key'))).toBeInstanceOf(ProviderFailure)
    expect((await provider.createIntent(ORDER, 'another key')).amount).toBe(500)
  })
})

test('a lost answer is asked for again under the same key, and makes one payment', async () => {
  const stripe = await aStripeStandIn()
  const provider = await stripePayments(standInKeys(stripe))
  stripe.faults.push({ kind: 'lost', on: /./ })
  const { id } = await provider.createIntent(ORDER, 'key')
  expect([...stripe.till.intents.keys()]).toEqual([id])
  expect(stripe.calls.map(({ key }) => key)).toEqual(['key', 'key'])
})

test('a list longer than one answer of Stripe’s is read to its end, without what no shop made', async () => {
  const stripe = await aStripeStandIn()
  const provider = await stripePayments(standInKeys(stripe))
  for (let number = 0; number < 101; number++)
    stripe.till.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      metadata: { shop: `${number}` },
    })
  stripe.till.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa' })
  const listed = await provider.listIntents(new Date(Date.now() - 60_000))
  expect(new Set(listed.map(({ metadata }) => metadata.shop)).size).toBe(101)
  expect(listed).toHaveLength(101)
})

test('a refund that the bank does not take is not counted as given back', async () => {
  const stripe = await aStripeStandIn()
  const provider = await stripePayments(standInKeys(stripe))
  const { id } = await provider.createIntent(ORDER, 'key')
  stripe.till.confirm(id)
  await provider.capture(id, 'capture')
  const refund = await provider.refund(
    { intentId: id, amount: ORDER.amount, metadata: {} },
    'refund',
  )
  stripe.till.failRefund(refund.id)
  expect((await provider.listRefunds(id)).map(({ status }) => status)).toEqual(['failed'])
})
