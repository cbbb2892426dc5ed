import { expect } from 'vitest'
import { toCents } from '#contract/money/money.ts'
import {
  type Case,
  ends,
  GIVEN_BACK,
  NOTHING,
  orderOf,
  RELEASED,
  refusalOf,
  SOLD,
  SOLD_AT_THE_SECOND_TRY,
  type Steps,
} from './a-case.ts'
import { ASKS, AT_ONCE, aBareHolder, aHolder, anOrder, killedMaking } from './buyers-ways.ts'

const seeming =
  (what: object): Steps =>
  async (its) => {
    const ada = await aHolder(its)
    for (const intent of its.intents()) Object.assign(intent, what)
    expect((await ada.placeOrder(its.body)).statusCode).toBe(409)
    expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
  }

const cancelledAfter =
  (status?: string): Steps =>
  async (its) => {
    const id = await anOrder(its)
    if (status) await its.setStatus(id, status)
    await its.setStatus(id, 'cancelled')
    await its.setStatus(id, 'pending')
  }
const STANDS_UNPAID = { ...GIVEN_BACK, orders: ['pending'], stock: 7 }

export const ATTACK_CASES: Case[] = [
  [
    '16 amount lowered',
    {
      'of the basket': ends(NOTHING, async (its) => {
        const ada = its.buyer()
        const text = 'Prices have changed: the total is now $15.00.'
        expect(refusalOf(await ada.createIntent(its.body, { amount: 500 }))).toEqual([409, text])
        const lie = { ...its.body, orderData: { ...its.body.orderData, total: 5 } }
        expect(refusalOf(await ada.createIntent(lie))).toEqual([409, text])
      }),
      'of a smaller basket: it pays for that one only': ends({ ...SOLD, stock: 9 }, async (its) => {
        const ada = its.buyer()
        await ada.hold(its.basket(1))
        await its.kill()
        await its.open(AT_ONCE)
        expect((await ada.placeOrder(its.body)).statusCode).toBe(409)
        expect((await ada.placeOrder({ ...its.body, items: its.basket(1).items })).statusCode).toBe(
          409,
        )
      }),
      literal: ends(RELEASED, async (its) => {
        const ada = its.bareBuyer()
        await ada.confirm(await ada.createIntent(its.body, toCents(5)))
        expect((await ada.placeOrder(its.body)).statusCode).toBe(409)
      }),
    },
  ],
  [
    '17 provider shows another amount, currency or metadata',
    {
      amount: ends(RELEASED, seeming({ amount: 500 })),
      currency: ends(RELEASED, seeming({ currency: 'jpy' })),
      metadata: ends(RELEASED, seeming({ metadata: { shop: 'the one next door' } })),
      'amount, killed while the hold is released': ends(RELEASED, async (its) => {
        const ada = await aHolder(its)
        for (const intent of its.intents()) Object.assign(intent, { amount: 500 })
        await its.killAt('before cancel', () => ada.placeOrder(its.body))
        await its.open(AT_ONCE)
        expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
      }),
    },
  ],
  [
    '18 no payment, unconfirmed, another visitor’s',
    {
      'no payment': ends(NOTHING, async (its) => {
        expect((await its.buyer().placeOrder(its.body)).statusCode).toBe(402)
        expect((await its.bareBuyer().placeOrder(its.body)).statusCode).toBe(402)
      }),
      unconfirmed: ends(SOLD, async (its) => {
        const ada = its.buyer()
        const intent = await ada.createIntent(its.body)
        expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
        await ada.confirm(intent)
        orderOf(await ada.placeOrder(its.body))
      }),
      'another visitor’s': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const ada = await aBareHolder(its)
        const thief = its.bareBuyer()
        await thief.createIntent(its.body, toCents(7))
        expect((await thief.placeOrder(its.body)).statusCode).toBe(409)
        expect((await its.buyer().placeOrder(its.body)).statusCode).toBe(402)
        orderOf(await ada.placeOrder(its.body))
      }),
    },
  ],
  [
    '19 decline, then a 3DS card',
    {
      'killed between': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const poor = its.buyer('pm_card_chargeDeclined')
        expect(await poor.confirm(await poor.createIntent(its.body))).toHaveProperty('error')
        await its.kill()
        await its.open(AT_ONCE)
        const rich = its.buyer(ASKS, poor.checkout_key)
        await rich.authenticate(await rich.hold(its.body), 'complete')
        orderOf(await rich.placeOrder(its.body))
      }),
    },
  ],
  [
    '23 price edited or product archived between quote and order',
    {
      'price edited: what was quoted holds': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        await its.desk('PUT', `/api/products/${its.eggs.id}`, { price: 9 })
        await its.killAt('before capture', () => ada.placeOrder(its.body))
      }),
      'price edited, literal: the hold is released': ends(RELEASED, async (its) => {
        const ada = await aBareHolder(its)
        await its.desk('PUT', `/api/products/${its.eggs.id}`, { price: 9 })
        expect((await ada.placeOrder(its.body)).statusCode).toBe(409)
      }),
      'product archived': ends({ ...SOLD_AT_THE_SECOND_TRY, stock: 9 }, async (its) => {
        const ada = await aHolder(its)
        orderOf(await its.buyer().buy(its.basket(1)))
        await its.desk('DELETE', `/api/products/${its.eggs.id}`)
        await its.killAt('before cancel', () => ada.placeOrder(its.body))
        await its.open(AT_ONCE)
        expect((await ada.placeOrder(its.body)).statusCode).toBe(409)
      }),
    },
  ],
  [
    '24 a hold that lapsed',
    {
      'before the order': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const ada = await aHolder(its)
        for (const { id } of its.intents()) its.stripe.till.cancel(id)
        expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
        orderOf(await ada.buy(its.body))
      }),
      'before the capture, and the shop was down': ends(
        {
          ...SOLD_AT_THE_SECOND_TRY,
          orders: ['cancelled', 'pending'],
          mails: ['order_failed', 'order_confirmed'],
        },
        async (its) => {
          const ada = await aHolder(its)
          await its.killAt('before capture', () => ada.placeOrder(its.body))
          for (const { id } of its.intents()) its.stripe.till.cancel(id)
          await its.open(AT_ONCE)
          await its.killAt('after read', () => its.round(2))
          await its.open()
          expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
          orderOf(await ada.buy(its.body))
        },
      ),
    },
  ],
  [
    '25 shipped or delivered → cancelled → pending',
    {
      shipped: ends(STANDS_UNPAID, cancelledAfter('shipped')),
      'delivered, killed while the money goes back': ends(STANDS_UNPAID, async (its) => {
        const id = await anOrder(its)
        for (const status of ['shipped', 'delivered']) await its.setStatus(id, status)
        await its.killAt('after refund', () => its.setStatus(id, 'cancelled'))
        await its.open(AT_ONCE)
        await its.setStatus(id, 'pending')
      }),
      'neither: the stock came back and is taken again': ends(STANDS_UNPAID, cancelledAfter()),
    },
  ],
  [
    '26 a failed 3DS, then the same card again',
    {
      'killed between': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const ada = its.buyer(ASKS)
        const failed = await ada.hold(its.body)
        expect(await ada.authenticate(failed, 'fail')).toHaveProperty('error')
        expect((await ada.placeOrder(its.body)).statusCode).toBe(402)
        await its.kill()
        await its.open(AT_ONCE)
        await ada.authenticate(await ada.hold(its.body), 'complete')
        orderOf(await ada.placeOrder(its.body))
      }),
    },
  ],
  [
    '27 a key older than 24 h',
    {
      'of an intent: it is not made again': ends(
        { ...RELEASED, holds: ['requires_confirmation'] },
        async (its) => {
          await killedMaking(its, 'after create')
          await its.open(25 * 60)
        },
      ),
      'of a capture: it is not lost': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        await its.killAt('after capture', () => ada.placeOrder(its.body))
        await its.open(25 * 60)
      }),
    },
  ],
]
