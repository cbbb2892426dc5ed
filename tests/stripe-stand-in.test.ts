import { expect, test } from 'vitest'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import { SECRET_KEY } from './stripe-stand-in/keys.ts'
import { aStripeStandIn } from './stripe-stand-in/stand-in.ts'

async function log(
  port: number,
  form: Record<string, string>,
  { headers = {} }: { headers?: Record<string, string> } = {},
) {
  const ours = { authorization: `Bearer ${SECRET_KEY}`, 'stripe-version': STRIPE_API_VERSION }
  const answer = await fetch(`http://127.0.0.1:${port}/v1/payment_intents`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { ...ours, ...headers },
  })
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotent-replayed'),
    body: await answer.json(),
  }
}

const GOOD = {
  amount: '500',
  currency: 'usd',
  payment_method: 'pm_card_visa',
  capture_method: 'manual',
}

test.each<[string, Record<string, string>]>([
  ['a parameter of an older API', { 'payment_method_types[0]': 'card' }],
  ['a way to pay that is none', { 'allowed_payment_method_types[0]': 'cash' }],
  ['a fraction of a cent', { amount: '500.5' }],
  ['an amount in words', { amount: 'lots' }],
  ['a capture that Stripe does not know', { capture_method: 'later' }],
])('the stand-in refuses %s', async (_, more) => {
  const { port, till } = await aStripeStandIn()
  expect((await log(port, { ...GOOD, ...more })).status).toBe(400)
  expect(till.intents.size).toBe(0)
})

test.each([
  ['a foreign key', { authorization: 'Bearer sk_test_other' }, 401],
  ['another version of the API', { 'stripe-version': '2023-08-16' }, 400],
])('the stand-in refuses %s', async (_, headers, status) => {
  const { port } = await aStripeStandIn()
  expect((await log(port, GOOD, { headers })).status).toBe(status)
})

test('the stand-in keeps its first answer under a key, also a failure, and refuses the key for anything else', async () => {
  const { port, faults } = await aStripeStandIn()
  const headers = { 'idempotency-key': 'k' }
  faults.push({ on: /payment_intents$/, kind: 'failed' })
  expect(await log(port, GOOD, { headers })).toMatchObject({ status: 500, replayed: null })
  expect(await log(port, GOOD, { headers })).toMatchObject({ status: 500, replayed: 'true' })
  const other = await log(port, { ...GOOD, amount: '600' }, { headers })
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error'])
})

test('the stand-in keeps no answer under a key when it did not begin', async () => {
  const { port } = await aStripeStandIn()
  const headers = { 'idempotency-key': 'k' }
  expect((await log(port, { ...GOOD, amount: 'lots' }, { headers })).status).toBe(400)
  expect((await log(port, GOOD, { headers })).status).toBe(200)
})
