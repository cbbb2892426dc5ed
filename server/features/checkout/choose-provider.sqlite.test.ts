import { describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { getValue } from '#server/core/key-value.ts'
import { closedPayments } from '#server/outside/payment-provider.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { aStripeBuyer } from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { chooseProvider, markChecked, requireCheckedAccount } from './choose-provider.ts'
import { unlockLiveMode } from './payment-record.ts'

const LIVE: StripeKeys = {
  secretKey: 'sk_live_1',
  publishableKey: 'pk_live_1',
  webhookSecret: 'whsec_1',
  livemode: true,
  unchecked: false,
}

const configOf = async (shop: AShop) => (await shop.inject({ url: '/api/payments/config' })).json()

/** Sold one dozen for live money: the stand-in's test money, called live on its way in. */
async function aShopThatTookLiveMoney() {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  const calm = shop.shop.payments
  const asLive = async (call: ReturnType<typeof calm.retrieve>) => ({
    ...(await call),
    livemode: true,
  })
  shop.shop.payments = {
    ...calm,
    livemode: true,
    retrieve: (id) => asLive(calm.retrieve(id)),
    capture: (id, key) => asLive(calm.capture(id, key)),
  }
  const eggs = await aProduct(shop.db)
  expect((await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 1]]))).json().testMode).toBe(false)
  return shop
}

describe('who takes the cards', () => {
  test('is the sandbox without keys, and Stripe with them', async () => {
    const stripe = await aStripeStandIn()
    expect(await configOf(await aShop())).toEqual({
      provider: 'sandbox',
      livemode: false,
      publishableKey: null,
    })
    const withKeys = { provider: 'stripe', livemode: false, publishableKey: 'pk_test_standin' }
    expect(await configOf(await aShop({ stripe }))).toEqual(withKeys)
  })

  test('is free to be the sandbox again as long as only test money was taken', async () => {
    const stripe = await aStripeStandIn()
    const shop = await aShop({ stripe })
    const eggs = await aProduct(shop.db)
    await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 1]]))
    expect((await chooseProvider(shop.db, null, shop.shop.now)).payments.name).toBe('sandbox')
  })

  test('is nobody, once live money was taken and the live keys are gone, until the owner says otherwise', async () => {
    const { db, shop } = await aShopThatTookLiveMoney()
    const keyless = await chooseProvider(db, null, shop.now)
    expect([keyless.payments.isOpen, keyless.payments.testSteps]).toEqual([false, undefined])
    expect((await chooseProvider(db, standInKeys({ port: 1 }), shop.now)).payments.isOpen).toBe(
      false,
    )
    expect((await chooseProvider(db, { ...LIVE, unchecked: true }, shop.now)).payments.isOpen).toBe(
      true,
    )
    expect([await unlockLiveMode(db), await unlockLiveMode(db)]).toEqual([true, false])
    expect((await chooseProvider(db, null, shop.now)).payments.name).toBe('sandbox')
  })
})

describe('a shop that lost its live keys', () => {
  test('begins no payment, places no order, and says so', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    shop.shop.payments = closedPayments(true)
    const body = orderBody([[eggs, 1]])
    const buyer = aKeyedBuyer(shop)
    const answers = [await buyer.createIntent(body), await buyer.placeOrder(body)]
    for (const answer of answers)
      expect([answer.statusCode, answer.json().message]).toEqual([
        503,
        'Card payments are unavailable right now.',
      ])
    expect(answers[0]?.json().error).toBe('Card payments are unavailable right now.')
    expect(await configOf(shop)).toEqual({
      provider: 'stripe',
      livemode: true,
      publishableKey: null,
    })
    expect(await shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  })
})

describe('a shop that came from test cards to Stripe', () => {
  async function aShopThatMoved() {
    const shop = await aShop({ stripe: await aStripeStandIn() })
    const eggs = await aProduct(shop.db, { stock: 10 })
    const stripe = shop.shop.payments
    const sandbox = sandboxPayments(shop.db, shop.shop.now)
    shop.shop.payments = sandbox
    const buyer = aKeyedBuyer(shop)
    const body = orderBody([[eggs, 1]])
    const { client_secret } = (await buyer.createIntent(body)).json()
    await sandbox.testSteps.confirm(client_secret)
    const move = () => {
      shop.shop.payments = stripe
    }
    return { shop, buyer, body, move }
  }

  test('gives no goods for a test card’s hold of before', async () => {
    const { shop, buyer, body, move } = await aShopThatMoved()
    move()
    const refused = await buyer.placeOrder(body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-mismatch'])
    await shop.settled()
    expect(await shop.db.selectFrom('sandbox_intents').select('status').execute()).toEqual([
      { status: 'canceled' },
    ])
  })

  test('gives test money back where it came from', async () => {
    const { shop, buyer, body, move } = await aShopThatMoved()
    await buyer.placeOrder(body)
    move()
    const headers = { cookie: await signIn(shop) }
    const url = '/api/orders/1/status'
    const cancelled = await shop.inject({
      method: 'PUT',
      url,
      headers,
      payload: { status: 'cancelled' },
    })
    expect(cancelled.json().paymentStatus).toBe('refunded')
    expect(await shop.db.selectFrom('sandbox_refunds').select('amount_cents').execute()).toEqual([
      { amount_cents: 500 },
    ])
  })
})

describe('live keys', () => {
  const ours = { account: 'acct_1', apiVersion: '2026-10-28.endive' }
  const readAccount = async () => ours

  test('open no shop before stripe:check passed for their account and API version', async () => {
    const { db } = await aShop()
    await expect(requireCheckedAccount(db, LIVE, readAccount)).rejects.toThrow(ConfigError)
    for (const other of [
      { ...ours, account: 'acct_2' },
      { ...ours, apiVersion: '2023-08-16' },
    ]) {
      await markChecked(db, other)
      await expect(requireCheckedAccount(db, LIVE, readAccount)).rejects.toThrow(
        /STRIPE_SECRET_KEY: .*acct_1.*STRIPE_UNCHECKED/,
      )
    }
    await markChecked(db, ours)
    await expect(requireCheckedAccount(db, LIVE, readAccount)).resolves.toBeUndefined()
  })

  test('open it by the owner’s word, and test keys without any', async () => {
    const { db } = await aShop()
    const never = () => Promise.reject(new Error('asked'))
    await requireCheckedAccount(db, { ...LIVE, unchecked: true }, never)
    await requireCheckedAccount(db, standInKeys({ port: 1 }), never)
  })

  test('that opened it once open it again without Stripe, and other keys do not', async () => {
    const { db } = await aShop()
    await markChecked(db, ours)
    await requireCheckedAccount(db, LIVE, readAccount)
    const away = () => Promise.reject(new Error('no line'))
    await requireCheckedAccount(db, LIVE, away)
    const others = { ...LIVE, secretKey: 'sk_live_2' }
    await expect(requireCheckedAccount(db, others, away)).rejects.toThrow('no line')
    expect(await getValue(db, 'stripe_admitted')).not.toContain('sk_live')
  })
})
