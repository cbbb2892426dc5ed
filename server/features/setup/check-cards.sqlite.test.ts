import { describe, expect, test } from 'vitest'
import type { CardStep } from '#contract/money/cards.ts'
import { aShop } from '#tests/a-shop.ts'
import { RESTRICTED_KEY } from '#tests/stripe-stand-in/keys.ts'
import { PERMISSIONS } from '#tests/stripe-stand-in/permissions.ts'
import { liveKeys, standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn, type StandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { type CheckOrder, checkCards } from './check-cards.ts'
import { checkFromShell } from './check-from-shell.ts'

const LOOKS: CheckOrder = { known: null, webhook: null }

const differing = (steps: readonly CardStep[]) => steps.filter(({ state }) => state !== 'ok')

describe('a check of keys', { timeout: 30_000 }, () => {
  test('finds nothing wrong with a Stripe that does what the shop was written for, and leaves no hold', async () => {
    const stripe = await aStripeStandIn()
    const steps = await checkCards(standInKeys(stripe), LOOKS)
    expect([steps.length, differing(steps)]).toEqual([20, []])
    const held = [...stripe.till.intents.values()].filter(
      ({ status }) => status === 'requires_capture',
    )
    expect(held).toEqual([])
  })

  test('with live keys moves no money: nothing is held, charged or given back', async () => {
    const stripe = await aStripeStandIn()
    const steps = await checkCards(liveKeys(stripe), LOOKS)
    expect([steps.length, differing(steps)]).toEqual([8, []])
    const { intents, refunds } = stripe.live.till
    expect([...intents.values()].map(({ status, amount }) => [status, amount])).toEqual([
      ['canceled', 50],
    ])
    expect([refunds, stripe.till.intents.size]).toEqual([[], 0])
  })

  test.each(['sk_test_gone', 'rk_test_gone'])(
    'ends where Stripe does not take %s, and says no more of it than that',
    async (secretKey) => {
      const stripe = await aStripeStandIn()
      const steps = await checkCards({ ...standInKeys(stripe), secretKey }, LOOKS)
      expect(steps.map(({ state }) => state).slice(0, 2)).toEqual(['differs', 'waiting'])
      expect(steps[0]?.differs).toMatch(/Invalid API Key provided: …$/)
    },
  )

  test('says what differs: a publishable key of another account', async () => {
    const stripe = await aStripeStandIn()
    const keys = { ...standInKeys(stripe), publishableKey: 'pk_test_other' }
    expect(differing(await checkCards(keys, LOOKS))[0]?.what).toBe(
      'The publishable key is of the same account',
    )
  })

  test('says what differs: an account that never took the shop’s payments', async () => {
    const stripe = await aStripeStandIn()
    const [first] = await checkCards(standInKeys(stripe), { ...LOOKS, known: 'pi_elsewhere' })
    expect(first?.differs).toMatch(/belong to another Stripe account/)
  })

  test.each(PERMISSIONS)(
    'with a restricted key without %s fails at “%s”, and names it',
    async (permission, what) => {
      const { stripe, place, db } = await aServer({ STRIPE_SECRET_KEY: RESTRICTED_KEY })
      stripe.withheld.add(permission)
      const { hasPassed, lines } = await checkFromShell(db, place, new Date())
      const [first] = lines.filter((line) => line.includes('DIFFERS'))
      expect([hasPassed, first]).toEqual([false, expect.stringContaining(`DIFFERS  ${what}: `)])
      expect(first).toContain(`'${permission}'`)
      expect(lines.join('\n')).not.toMatch(/[rs]k_test_|whsec_/)
      expect(stripe.endpoints.map(({ id }) => id)).toEqual(['we_standin'])
    },
  )

  test('with a restricted key asks for nothing of the account itself', async () => {
    const { stripe, place, db } = await aServer({ STRIPE_SECRET_KEY: RESTRICTED_KEY })
    stripe.withheld.add('rak_accounts_kyc_basic_read')
    expect(await checkFromShell(db, place, new Date())).toMatchObject({ hasPassed: true })
    expect(stripe.calls.filter(({ call }) => call.includes('account'))).toEqual([])
  })
})

/** As in a shell, with the keys in variables but no webhook. */
async function aServer(env: Record<string, string> = {}) {
  const stripe: StandIn = await aStripeStandIn()
  const shop = await aShop({
    stripe,
    env: { PUBLIC_URL: 'https://farm.example', STRIPE_WEBHOOK_SECRET: '', ...env },
  })
  return { stripe, place: shop.config, db: shop.db, shop }
}

describe('stripe-check', { timeout: 30_000 }, () => {
  test('makes the webhook where its secret is not set, says it once, and leaves one of its own', async () => {
    const { stripe, place, db, shop } = await aServer()
    await checkFromShell(db, place, new Date())
    const { lines } = await checkFromShell(db, place, new Date())
    const [, made] = stripe.endpoints
    expect(stripe.endpoints).toHaveLength(2)
    expect(made).toMatchObject({
      url: 'https://farm.example/api/payments/stripe/webhook',
      metadata: { shop: shop.shop.id },
      api_version: '2026-10-28.endive',
    })
    expect(made?.enabled_events).toHaveLength(11)
    expect(lines).toContain(
      `The webhook is made. Set STRIPE_WEBHOOK_SECRET=${stripe.secrets.get(made?.id ?? '')}`,
    )
  })

  test('says what differs: a webhook that is not told of a refund; another version is no fault', async () => {
    const { stripe, place, db } = await aServer({ STRIPE_WEBHOOK_SECRET: 'whsec_standin' })
    const [endpoint] = stripe.endpoints
    Object.assign(endpoint ?? {}, { enabled_events: ['payment_intent.succeeded'] })
    const { lines } = await checkFromShell(db, place, new Date())
    expect(lines.filter((line) => line.includes('DIFFERS'))).toEqual([
      expect.stringContaining('refund.updated'),
    ])
    Object.assign(endpoint ?? {}, { enabled_events: ['*'], api_version: '2023-08-16' })
    expect(await checkFromShell(db, place, new Date())).toMatchObject({ hasPassed: true })
    expect(stripe.endpoints).toHaveLength(1)
  })
})
