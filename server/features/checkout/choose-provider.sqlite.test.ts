import { describe, expect, test } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import type { StripeKeys } from '#server/config/services.ts'
import { setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { closedPayments } from '#server/outside/payment-provider.ts'
import { sandboxPayments } from '#server/outside/sandbox-payments.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { aStripeBuyer } from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { standInKeys } from '#tests/stripe-stand-in/shop-env.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { chooseProvider, requireChecked } from './choose-provider.ts'
import { unlockLiveMode } from './payment-record.ts'

const LIVE: StripeKeys = {
  secretKey: 'sk_live_1',
  publishableKey: 'pk_live_1',
  webhookSecret: 'whsec_1',
  livemode: true,
  unchecked: false,
}

const NO_KEYS = { test: null, live: null }

const configOf = async (shop: AShop) => (await shop.inject({ url: '/api/payments/config' })).json()

/** Sold one dozen for live money: the stand-in's test money, relabeled as live. */
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
      atPickup: null,
    })
    const withKeys = {
      provider: 'stripe',
      livemode: false,
      publishableKey: 'pk_test_standin',
      atPickup: null,
    }
    expect(await configOf(await aShop({ stripe }))).toEqual(withKeys)
  })

  test('is free to be the sandbox again as long as only test money was taken', async () => {
    const stripe = await aStripeStandIn()
    const shop = await aShop({ stripe })
    const eggs = await aProduct(shop.db)
    await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 1]]))
    expect((await chooseProvider(shop.db, NO_KEYS, shop.shop.now)).payments.name).toBe('sandbox')
  })

  test('is nobody, once live money was taken and the live keys are gone, until the owner says otherwise', async () => {
    const { db, shop } = await aShopThatTookLiveMoney()
    const keyless = await chooseProvider(db, NO_KEYS, shop.now)
    expect([keyless.payments.isOpen, keyless.payments.testSteps]).toEqual([false, undefined])
    expect(
      (await chooseProvider(db, { test: standInKeys({ port: 1 }), live: null }, shop.now)).payments
        .isOpen,
    ).toBe(false)
    expect((await chooseProvider(db, { test: null, live: LIVE }, shop.now)).payments.isOpen).toBe(
      true,
    )
    expect([await unlockLiveMode(db), await unlockLiveMode(db)]).toEqual([true, false])
    expect((await chooseProvider(db, NO_KEYS, shop.now)).payments.name).toBe('sandbox')
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
      atPickup: null,
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
    const cancelled = await atSettledDesk(shop)('PUT', '/api/orders/1/status', {
      status: 'cancelled',
    })
    expect(cancelled.json().paymentStatus).toBe('refunded')
    expect(await shop.db.selectFrom('sandbox_refunds').select('amount_cents').execute()).toEqual([
      { amount_cents: 500 },
    ])
  })
})

describe('live keys in variables', () => {
  test('open no shop before stripe-check passed in this version of Stripe’s API', async () => {
    const { db } = await aShop()
    const refused = /STRIPE_SECRET_KEY: .*stripe-check.*STRIPE_UNCHECKED/
    await expect(requireChecked(db, LIVE)).rejects.toThrow(refused)
    await write(db, (tx) => setValue(tx, 'stripe_checked', '2023-08-16'))
    await expect(requireChecked(db, LIVE)).rejects.toThrow(refused)
    await write(db, (tx) => setValue(tx, 'stripe_checked', '2026-10-28.endive'))
    await expect(requireChecked(db, LIVE)).resolves.toBeUndefined()
  })

  test('open it by the owner’s word, and test keys without any', async () => {
    const { db } = await aShop()
    await requireChecked(db, { ...LIVE, unchecked: true })
    await requireChecked(db, standInKeys({ port: 1 }))
  })

  test('need the secret of a webhook: buyers close the page', async () => {
    const { db } = await aShop()
    const keys = { ...LIVE, unchecked: true, webhookSecret: null }
    const refused = requireChecked(db, keys)
    await expect(refused).rejects.toThrow(ConfigError)
    await expect(refused).rejects.toThrow('STRIPE_WEBHOOK_SECRET')
  })
})
