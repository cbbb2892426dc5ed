import { expect } from 'vitest'
import { toCents } from '#contract/money/money.ts'
import {
  both,
  CANCELLED,
  type Case,
  ends,
  GIVEN_BACK,
  orderOf,
  RELEASED,
  refusalOf,
  SOLD,
  SOLD_AT_THE_SECOND_TRY,
} from './a-case.ts'
import type { Day } from './a-day.ts'
import { ASKS, AT_ONCE, aBareHolder, agree, aHolder } from './buyers-ways.ts'

/** As far as the shop knew, nothing was captured when the farmer cancelled. */
const CANCELLED_MAILED = { ...CANCELLED, mails: ['cancelled'] }
const REFUNDED_LATER = { ...GIVEN_BACK, mails: ['cancelled', 'refunded'] }

async function aWaitingCapture(its: Day, moment: 'before capture' | 'after capture') {
  const ada = await aHolder(its)
  const capture = await its.stopAt(moment, () => ada.placeOrder(its.body))
  return { ...capture, id: await its.latestOrder() }
}

async function twoForTheLast(its: Day) {
  const buyers = [its.buyer(ASKS), its.buyer(ASKS)] as const
  for (const buyer of buyers) await agree(buyer, its.basket(10))
  return buyers
}

export const RACE_CASES: Case[] = [
  [
    '12 double click on either call',
    {
      'of one cart': ends(SOLD, async (its) => {
        const ada = its.buyer()
        const intents = await Promise.all([ada.createIntent(its.body), ada.createIntent(its.body)])
        expect(new Set(intents.map((intent) => intent.json().client_secret)).size).toBe(1)
        await ada.confirm(intents[0])
        const orders = await Promise.all([ada.placeOrder(its.body), ada.placeOrder(its.body)])
        expect(new Set(orders.map(orderOf)).size).toBe(1)
      }),
      'literal, with a second hold': ends(both(SOLD_AT_THE_SECOND_TRY, RELEASED), async (its) => {
        const ada = its.bareBuyer(ASKS)
        await ada.createIntent(its.body, toCents(7))
        const intents = await Promise.all([ada.createIntent(its.body), ada.createIntent(its.body)])
        for (const intent of intents) await ada.confirm(intent)
        for (const intent of intents) await ada.authenticate(intent, 'complete')
        const orders = await Promise.all([ada.placeOrder(its.body), ada.placeOrder(its.body)])
        expect(new Set(orders.map(orderOf)).size).toBe(1)
      }),
      'killed with both in flight': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        await its.killAt('before capture', () =>
          Promise.all([ada.placeOrder(its.body), ada.placeOrder(its.body)]),
        )
        await its.open(AT_ONCE)
        const orders = await Promise.all([ada.placeOrder(its.body), ada.placeOrder(its.body)])
        expect(new Set(orders.map(orderOf)).size).toBe(1)
      }),
    },
  ],
  [
    '13 two tabs, same cart, other card; two tabs, two carts, literal',
    {
      'same cart, other card': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const one = await aHolder(its)
        const other = its.buyer('pm_card_mastercard', one.checkout_key)
        await other.hold(its.body)
        expect(orderOf(await one.placeOrder(its.body))).toBe(
          orderOf(await other.placeOrder(its.body)),
        )
      }),
      'same cart, other card, at once': ends(SOLD_AT_THE_SECOND_TRY, async (its) => {
        const one = its.buyer()
        const other = its.buyer('pm_card_mastercard', one.checkout_key)
        await Promise.all([one.hold(its.body), other.hold(its.body)])
        orderOf(await one.placeOrder(its.body))
      }),
      'same cart, other card, killed while the first hold is released': ends(
        SOLD_AT_THE_SECOND_TRY,
        async (its) => {
          const one = await aHolder(its)
          const other = its.buyer('pm_card_mastercard', one.checkout_key)
          await its.killAt('before cancel', () => other.hold(its.body))
          await its.open()
          orderOf(await other.buy(its.body))
        },
      ),
      'two carts, literal, killed between': ends(both(SOLD, { ...SOLD, stock: 8 }), async (its) => {
        const ada = its.bareBuyer()
        for (const basket of [its.body, its.basket(2)]) await ada.hold(basket)
        await its.kill()
        await its.open(AT_ONCE)
        const [one, other] = [await ada.placeOrder(its.basket(2)), await ada.placeOrder(its.body)]
        expect(orderOf(one)).not.toBe(orderOf(other))
      }),
    },
  ],
  [
    '14 webhook twice, reversed, together with the client, before our id is stored',
    {
      'together with the client': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        const [placed] = await Promise.all([
          ada.placeOrder(its.body),
          its.run('back'),
          its.run('back'),
        ])
        orderOf(placed)
        await its.run('back')
      }),
      'together with the client, killed': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        await its.killAt('after capture', () =>
          Promise.all([ada.placeOrder(its.body), its.run('back'), its.run()]),
        )
        await its.open(AT_ONCE)
        await Promise.all([its.run('back'), its.run('back')])
        orderOf(await ada.placeOrder(its.body))
      }),
      'before our id is stored': ends(SOLD, async (its) => {
        const ada = its.buyer()
        const making = await its.stopAt('after create', () => ada.createIntent(its.body))
        await its.run()
        making.goOn()
        await ada.confirm(await making.work)
        orderOf(await ada.placeOrder(its.body))
      }),
      'before our id is stored, killed': ends(RELEASED, async (its) => {
        await its.stopAt('after create', () => its.buyer().createIntent(its.body))
        await its.run()
        await its.kill()
        await its.open(AT_ONCE)
        await its.run()
      }),
    },
  ],
  [
    '15 two buyers, last unit, both in 3DS',
    {
      'killed while the loser’s hold is released': ends(
        { ...SOLD_AT_THE_SECOND_TRY, stock: 0 },
        async (its) => {
          const buyers = await twoForTheLast(its)
          const place = () => Promise.all(buyers.map((buyer) => buyer.placeOrder(its.basket(10))))
          await its.killAt('before cancel', place)
          await its.open(AT_ONCE)
          expect((await place()).map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
        },
      ),
      'killed while the winner pays': ends({ ...SOLD_AT_THE_SECOND_TRY, stock: 0 }, async (its) => {
        const [winner, loser] = await twoForTheLast(its)
        await its.killAt('before capture', () => winner.placeOrder(its.basket(10)))
        await its.open(AT_ONCE)
        expect(refusalOf(await loser.placeOrder(its.basket(10)))).toEqual([
          409,
          `${its.eggs.name} is sold out.`,
        ])
        orderOf(await winner.placeOrder(its.basket(10)))
      }),
    },
  ],
  [
    '20 cancel by the farmer at each step of the capture',
    {
      'before it': ends(CANCELLED_MAILED, async (its) => {
        const capture = await aWaitingCapture(its, 'before capture')
        await its.setStatus(capture.id, 'cancelled')
        capture.goOn()
        expect((await capture.work).statusCode).toBe(402)
      }),
      'before it, killed while the hold is released': ends(CANCELLED_MAILED, async (its) => {
        const { id } = await aWaitingCapture(its, 'before capture')
        await its.killAt('before cancel', () => its.setStatus(id, 'cancelled'))
      }),
      'after it, before it is stored': ends(REFUNDED_LATER, async (its) => {
        const capture = await aWaitingCapture(its, 'after capture')
        await its.setStatus(capture.id, 'cancelled')
        capture.goOn()
        orderOf(await capture.work)
      }),
      'after it, killed before the release is tried': ends(REFUNDED_LATER, async (its) => {
        const { id } = await aWaitingCapture(its, 'after capture')
        await its.killAt('before cancel', () => its.setStatus(id, 'cancelled'))
        await its.open()
      }),
      'after it, killed while the money goes back': ends(REFUNDED_LATER, async (its) => {
        const { id } = await aWaitingCapture(its, 'after capture')
        await its.killAt('after refund', () => its.setStatus(id, 'cancelled'))
      }),
    },
  ],
  [
    '21 cookie lost between the calls (with a key)',
    {
      'with a key it was not needed': ends(SOLD, async (its) => {
        const ada = await agree(its.buyer(ASKS), its.body)
        await its.kill()
        await its.open(AT_ONCE)
        orderOf(await its.buyer(undefined, ada.checkout_key).placeOrder(its.body))
      }),
      'without a key the hold is released': ends(RELEASED, async (its) => {
        await aBareHolder(its)
        expect((await its.bareBuyer().placeOrder(its.body)).statusCode).toBe(402)
      }),
    },
  ],
  [
    '22 cart changed after the order was placed by the webhook',
    {
      'and the shop was killed between': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        await its.run()
        await its.kill()
        await its.open(AT_ONCE)
        const text = expect.stringMatching(/^Order #\d+ was already placed from this cart\./)
        expect(refusalOf(await ada.placeOrder(its.basket(4)))).toEqual([409, text])
        expect(refusalOf(await ada.createIntent(its.basket(4)))).toEqual([409, text])
      }),
    },
  ],
]
