import { expect, test } from 'vitest'
import type { ShortDraft } from '#contract/packing/packing.ts'
import { write } from '#server/db/write.ts'
import { reconcilePayment } from '#server/features/checkout/reconcile.ts'
import { aShortHarvest, DAY } from '#tests/a-short-harvest.ts'
import { silence } from '#tests/a-troubled-shop.ts'
import { everyRow } from '#tests/every-row.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

/** Four orders of carrots, one more cancelled, and one whose payment is still on its way. */
async function aMarket() {
  const its = await aShortHarvest({ carrots: 30, kale: 14 })
  for (const units of [3, 1, 4]) await its.buy(units)
  await its.buy(2, { ifShort: 'substitute' })
  const cancelled = await its.buy(2)
  await its.cancel(cancelled)
  await its.shop.settled()
  its.provider({ capture: silence })
  const unpaid = await its.buy(1)
  its.provider({})
  return { ...its, cancelled, unpaid }
}

type Market = Awaited<ReturnType<typeof aMarket>>

async function loseCapture({ db, shop, unpaid }: Market): Promise<unknown> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'intent_id'])
    .where('order_id', '=', unpaid)
    .executeTakeFirstOrThrow()
  await write(db, (tx) =>
    tx
      .updateTable('sandbox_intents')
      .set({ status: 'canceled' })
      .where('id', '=', payment.intent_id ?? '')
      .execute(),
  )
  return reconcilePayment(shop.shop, payment.id)
}

async function moveAway({ db, desk }: Market): Promise<unknown> {
  const days = db.selectFrom('market_days').select('id').where('day', '>', DAY)
  const { id: moveTo } = await days.orderBy('day').executeTakeFirstOrThrow()
  const more = { reason: '', notifiesBuyer: false, revision: 0 }
  const move = { id: crypto.randomUUID(), lines: [], moveTo, ...more }
  return desk('POST', '/api/orders/1/changes', move)
}

const EVENTS: Record<string, (market: Market) => Promise<unknown>> = {
  'somebody ordered': ({ buy }) => buy(1),
  'an order was cancelled': ({ cancel }) => cancel(2),
  'a cancelled order was taken up again': ({ desk, cancelled }) =>
    desk('PUT', `/api/orders/${cancelled}/status`, { status: 'pending' }),
  'an order was changed': ({ desk, carrots, kale }) =>
    desk('POST', '/api/orders/3/changes', {
      id: crypto.randomUUID(),
      lines: [
        { productId: carrots.id, units: -1 },
        { productId: kale.id, units: 1 },
      ],
      ...{ reason: 'Asked', notifiesBuyer: false, revision: 0 },
    }),
  'goods were given back': ({ desk, carrots }) =>
    desk('POST', '/api/orders/1/refunds', {
      ...{ amount: 0.01, reason: 'Late', restock: [{ productId: carrots.id, quantity: 1 }] },
    }),
  'a payment was lost': loseCapture,
  'an order was moved to another day': moveAway,
}

async function expectRefused({ ask, shop }: Market, draft: ShortDraft): Promise<void> {
  await shop.settled()
  const before = await everyRow(shop)
  const answer = await ask(draft)
  await shop.settled()
  expect([answer.statusCode, answer.json().code], answer.body).toEqual([409, 'plan-changed'])
  expect(await everyRow(shop)).toEqual(before)
}

const names = Object.keys(EVENTS)

test.each(isShortOnPostgres() ? names.slice(0, 1) : names)(
  'a plan is not carried out after %s: nothing happens',
  async (event) => {
    const market = await aMarket()
    const draft = market.draftOf({ have: 5 })
    const { confirm } = await market.plan(draft)
    const { orders } = await market.plan(draft)
    await EVENTS[event]?.(market)
    await expectRefused(market, { ...draft, confirm })
    expect((await market.plan(draft)).orders).not.toEqual(orders)
    await market.round(16)
    expect((await market.share(draft)).statusCode).toBe(200)
    await market.round(2)
    expect(await market.wrong()).toEqual([])
  },
)

test('numbers that the farmer typed and that fit no more are no mistake of hers', async () => {
  const market = await aMarket()
  const gets = [3, 1, 4, 0].map((units, index) => ({ orderId: index + 1, units }))
  const draft = market.draftOf({ have: 8, rule: 'own', gets: [...gets, { orderId: 6, units: 0 }] })
  const { confirm } = await market.plan(draft)
  await EVENTS['goods were given back']?.(market)
  await expectRefused(market, { ...draft, confirm })
})
