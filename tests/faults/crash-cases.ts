import { expect } from 'vitest'
import {
  both,
  type Case,
  ends,
  GIVEN_BACK,
  orderOf,
  RELEASED,
  refusalOf,
  SOLD,
  SOLD_AT_THE_SECOND_TRY,
  type Steps,
} from './a-case.ts'
import type { Moment } from './a-door.ts'
import {
  ASKS,
  AT_ONCE,
  aBareHolder,
  agree,
  aHolder,
  anOrder,
  anOvertaken,
  killedMaking,
  killedOrdering,
} from './buyers-ways.ts'

const buysAgain =
  (moment: Moment, minutes: number): Steps =>
  async (its) => {
    const ada = await killedMaking(its, moment)
    expect(await its.standing()).toMatchObject({ payments: ['creating'], orders: [] })
    await its.open(minutes)
    orderOf(await ada.buy(its.body))
  }

const repeats =
  (moment: Moment): Steps =>
  async (its) => {
    const buyers = await killedOrdering(its, moment)
    expect(await its.standing()).toMatchObject({
      orders: ['pending', 'pending'],
      payments: ['capturing', 'capturing'],
      mails: [],
      stock: 4,
    })
    await its.open(AT_ONCE)
    const ids = await Promise.all(
      buyers.map(async (buyer) => orderOf(await buyer.placeOrder(its.body))),
    )
    await its.round(2)
    for (const [index, buyer] of buyers.entries())
      expect((await buyer.placeOrder(its.body)).json()).toMatchObject({
        id: ids[index],
        paymentStatus: 'completed',
      })
  }

const killedTwice =
  (moment: Moment): Steps =>
  async (its) => {
    await killedOrdering(its, moment)
    await its.open(AT_ONCE)
    await its.killAt(moment, () => its.round(2))
  }

const refusedAgain =
  (moment: Moment): Steps =>
  async (its) => {
    const late = await anOvertaken(its)
    await its.killAt(moment, () => late.placeOrder(its.basket(8)))
    await its.open(AT_ONCE)
    expect(refusalOf(await late.placeOrder(its.basket(8)))).toEqual([
      409,
      `Only 5 left of ${its.eggs.name}.`,
    ])
  }

export const CRASH_CASES: Case[] = [
  [
    '1 after `creating` is committed, before the provider',
    {
      'the buyer asks again at once': ends(
        SOLD_AT_THE_SECOND_TRY,
        buysAgain('before create', AT_ONCE),
      ),
      'the buyer asks again when the jobs have made it': ends(SOLD, buysAgain('before create', 2)),
      'the buyers are gone': ends(both(RELEASED, RELEASED), (its) =>
        its.killAt(
          'before create',
          () => its.buyer().createIntent(its.body),
          () => its.bareBuyer().createIntent(its.body),
        ),
      ),
    },
  ],
  [
    '2 after the provider made the intent, before its id is stored',
    {
      'the buyer asks again at once': ends(
        SOLD_AT_THE_SECOND_TRY,
        buysAgain('after create', AT_ONCE),
      ),
      'the buyer asks again when the jobs have found it': ends(SOLD, buysAgain('after create', 2)),
      'the buyer is gone, and the jobs are killed while they look': ends(RELEASED, async (its) => {
        await killedMaking(its, 'after create')
        await its.open(AT_ONCE)
        await its.killAt('after create', () => its.round(2))
      }),
    },
  ],
  [
    '3 answer of create-intent lost',
    {
      'on the line': ends(SOLD, async (its) => {
        const ada = its.buyer()
        const made = await its.stopAt('after create', () => ada.createIntent(its.body))
        its.far.hangUp()
        made.goOn()
        await expect(made.work).rejects.toThrow()
        orderOf(await ada.buy(its.body))
      }),
      'with the shop': ends(SOLD, async (its) => {
        const ada = its.buyer()
        await ada.createIntent(its.body)
        await its.kill()
        await its.open(AT_ONCE)
        orderOf(await ada.buy(its.body))
      }),
      'with the shop, and the buyer is gone': ends(RELEASED, async (its) => {
        await its.buyer().createIntent(its.body)
        await its.kill()
      }),
    },
  ],
  [
    '4 browser gone during or after 3DS',
    {
      'during: nothing is held': ends(RELEASED, async (its) => {
        await its.buyer(ASKS).hold(its.body)
        await its.kill()
      }),
      'after, with a basket: Stripe’s event completes it': ends(SOLD, async (its) => {
        await agree(its.buyer(ASKS), its.body)
        await its.kill()
        await its.open(AT_ONCE)
        await its.run()
        expect(await its.standing()).toMatchObject({ orders: ['pending'], payments: ['captured'] })
      }),
      'after, with a basket, killed while the event completes it': ends(SOLD, async (its) => {
        await agree(its.buyer(ASKS), its.body)
        await its.killAt('after capture', () => its.run())
        await its.open(AT_ONCE)
        await its.run()
      }),
      'after, with a basket, without an event: the jobs complete it': ends(SOLD, async (its) => {
        await agree(its.buyer(ASKS), its.body)
        await its.kill()
      }),
      'after, with a basket, killed while the jobs complete it': ends(SOLD, async (its) => {
        await agree(its.buyer(ASKS), its.body)
        await its.killAt('before capture', () => its.round(16))
      }),
      'after, literal, killed before the jobs release it': ends(RELEASED, async (its) => {
        await agree(its.bareBuyer(ASKS), its.body)
        await its.killAt('before cancel', () => its.round(12))
      }),
      'after, literal, killed when the jobs have released it': ends(RELEASED, async (its) => {
        await agree(its.bareBuyer(ASKS), its.body)
        await its.killAt('after cancel', () => its.round(12))
      }),
    },
  ],
  [
    '5 after the read, before the order’s commit',
    {
      'the buyers repeat': ends(both(SOLD, SOLD), async (its) => {
        const buyers = await killedOrdering(its, 'after read')
        expect(await its.standing()).toMatchObject({
          orders: [],
          payments: ['open', 'open'],
          stock: 10,
        })
        await its.open(AT_ONCE)
        for (const buyer of buyers) orderOf(await buyer.placeOrder(its.body))
      }),
      'the buyers are gone: only the one with a basket gets the eggs': ends(
        both(SOLD, RELEASED),
        (its) => killedOrdering(its, 'after read'),
      ),
    },
  ],
  [
    '6 after the order’s commit, before capture',
    {
      'the buyers repeat': ends(both(SOLD, SOLD), repeats('before capture')),
      'the buyers are gone, and the jobs are killed there too': ends(
        both(SOLD, SOLD),
        killedTwice('before capture'),
      ),
    },
  ],
  [
    '7 after capture, before it is stored',
    {
      'the buyers repeat': ends(both(SOLD, SOLD), repeats('after capture')),
      'the buyers are gone, and the jobs are killed there too': ends(
        both(SOLD, SOLD),
        killedTwice('after capture'),
      ),
      'its mail is sent and not marked: the same message comes again': ends(SOLD, async (its) => {
        const [mail, before] = [its.mail, its.mail.arrived.length]
        mail.state.mood = 'keeps still'
        await anOrder(its)
        await its.until(async () => mail.arrived.length > before)
        await its.kill()
        mail.state.mood = 'works'
      }),
    },
  ],
  [
    '8 answer of the order lost, client repeats',
    {
      'on the line': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        const placed = await its.stopAt('after capture', () => ada.placeOrder(its.body))
        its.far.hangUp()
        placed.goOn()
        await expect(placed.work).rejects.toThrow()
        orderOf(await ada.placeOrder(its.body))
      }),
      'with the shop': ends(both(SOLD, SOLD), async (its) => {
        const buyers = [await aHolder(its), await aBareHolder(its)]
        const place = () =>
          Promise.all(buyers.map(async (buyer) => orderOf(await buyer.placeOrder(its.body))))
        const ids = await place()
        await its.kill()
        await its.open(AT_ONCE)
        expect([await place(), await place()]).toEqual([ids, ids])
      }),
    },
  ],
  [
    '9 capture answer lost and provider down',
    {
      'the order stands, and is captured once when it is back': ends(SOLD, async (its) => {
        const ada = await aHolder(its)
        const placed = await its.stopAt('after capture', () => ada.placeOrder(its.body))
        its.door.state.isAway = true
        placed.cut()
        expect((await placed.work).json()).toMatchObject({ paymentStatus: 'authorized' })
        await its.kill()
        await its.open()
        expect(await its.standing()).toMatchObject({
          orders: ['pending'],
          payments: ['capturing'],
          mails: [],
        })
      }),
    },
  ],
  [
    '10 refusal committed, before and after the void',
    {
      before: ends({ ...SOLD_AT_THE_SECOND_TRY, stock: 5 }, refusedAgain('before cancel')),
      after: ends({ ...SOLD_AT_THE_SECOND_TRY, stock: 5 }, refusedAgain('after cancel')),
    },
  ],
  [
    '11 refund row committed; refund sent, answer lost',
    {
      committed: ends(GIVEN_BACK, async (its) => {
        const id = await anOrder(its)
        await its.killAt('before list refunds', () => its.setStatus(id, 'cancelled'))
        expect(await its.standing()).toMatchObject({
          orders: ['cancelled'],
          refunds: ['1500 requested'],
          stock: 10,
        })
      }),
      'sent, and nothing done': ends(GIVEN_BACK, async (its) => {
        const id = await anOrder(its)
        await its.killAt('before refund', () => its.setStatus(id, 'cancelled'))
      }),
      'sent, and done': ends(GIVEN_BACK, async (its) => {
        const id = await anOrder(its)
        await its.killAt('after refund', () => its.setStatus(id, 'cancelled'))
        await its.open()
        expect((await its.standing()).refunds).toEqual(['1500 succeeded'])
      }),
      'a part of it, sent and done, and a day has passed': ends(
        { ...GIVEN_BACK, orders: ['pending'], refunds: ['100 succeeded'], stock: 7 },
        async (its) => {
          const id = await anOrder(its)
          const part = { amount: 1, reason: 'Late' }
          await its.killAt('after refund', () =>
            its.desk('POST', `/api/orders/${id}/refunds`, part),
          )
          await its.open(25 * 60)
        },
      ),
    },
  ],
]
