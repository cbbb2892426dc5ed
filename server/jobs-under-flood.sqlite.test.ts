import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { HOUR } from '#contract/time/durations.ts'
import { setIfAbsent } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import type { PaymentProvider } from '#server/outside/payment-provider.ts'
import { aKeyedBuyer } from '#tests/a-buyer.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { listBackups } from './features/backups/backup-folder.ts'
import { JOBS } from './job-list.ts'
import { lastRuns, runJobs } from './jobs.ts'

type Troubled = Awaited<ReturnType<typeof aTroubledShop>>

/** In ms, how long the provider takes per call; then how many intents one list call returns. */
const ANSWER = 250
const LISTED_AT_ONCE = 100

/** Calls take time on the shop's own clock; concurrent calls share it. */
function slow({ shop, calm }: Troubled): Partial<PaymentProvider> {
  const taking = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
    const end = shop.clock.now.getTime() + ms
    const answer = await work()
    await turn()
    shop.clock.now = new Date(Math.max(shop.clock.now.getTime(), end))
    return answer
  }
  return {
    retrieve: (id) => taking(ANSWER, () => calm.retrieve(id)),
    capture: (id, key) => taking(ANSWER, () => calm.capture(id, key)),
    cancel: (id, key) => taking(ANSWER, () => calm.cancel(id, key)),
    refund: (request, key) => taking(ANSWER, () => calm.refund(request, key)),
    listRefunds: (id) => taking(ANSWER, () => calm.listRefunds(id)),
    listIntents: async (since) => {
      const listed = await calm.listIntents(since)
      return taking(Math.ceil(listed.length / LISTED_AT_ONCE) * ANSWER, async () => listed)
    },
  }
}

async function abandon({ shop }: Troubled, count: number): Promise<void> {
  const began = shop.clock.now.getTime() - 20 * 60_000
  const created_at = new Date(began).toISOString()
  const one = (place: number) => ({
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    created_at,
  })
  const amount_cents = 500 as Cents
  for (let first = 0; first < count; first += 500) {
    const some = Array.from({ length: Math.min(500, count - first) }, (_, place) =>
      one(first + place),
    )
    const payments = some.map(({ id }) => ({
      id,
      provider: 'sandbox' as const,
      livemode: false,
      intent_id: `sbx_pi_${id}`,
      checkout_key: id,
      method_ref: 'pm_card_visa',
      amount_cents,
      state: 'open' as const,
      captured_cents: 0 as Cents,
      created_at,
      expires_at: new Date(began + 15 * 60_000).toISOString(),
      touched_at: created_at,
    }))
    const intents = some.map(({ id }) => ({
      id: `sbx_pi_${id}`,
      idempotency_key: `pi:${id}`,
      client_secret: `sbx_pi_${id}_secret`,
      method: 'pm_card_visa',
      amount_cents,
      status: 'requires_confirmation' as const,
      metadata: JSON.stringify({ shop: shop.shop.id, payment: id }),
      created_at,
    }))
    await write(shop.db, async (tx) => {
      await tx.insertInto('sandbox_intents').values(intents).execute()
      await tx.insertInto('payments').values(payments).execute()
    })
  }
}

async function abandoned({ shop }: Troubled, state: 'open' | 'canceled'): Promise<number> {
  const rows = shop.db.selectFrom('payments').select((row) => row.fn.countAll<number>().as('n'))
  return Number(
    (await rows.where('order_id', 'is', null).where('state', '=', state).executeTakeFirstOrThrow())
      .n,
  )
}

/** The next round, at the next full minute or when the last one ends. */
async function round(its: Troubled, begun: number): Promise<void> {
  its.shop.clock.now = new Date(Math.max(begun, its.shop.clock.now.getTime()))
  await runJobs(its.shop.shop)
  await its.shop.settled()
}

test('five thousand abandoned quotes and a slow provider put off no capture, no refund, no release, no backup and no daily work', {
  timeout: 300_000,
}, async () => {
  const its = await aTroubledShop()
  const buy = async () =>
    (await aKeyedBuyer(its.shop).buy({ ...its.body, ...oneEgg(its) })).json().id as number
  const [refunded, cancelled] = [await buy(), await buy()]
  its.provider({ capture: silence, refund: silence, cancel: silence })
  expect(
    await its.desk('POST', `/api/orders/${refunded}/refunds`, {
      amount: 1,
      reason: 'Late',
      restock: false,
    }),
  ).toMatchObject({ statusCode: 201 })
  const captured = await buy()
  const released = await buy()
  await its.cancel(released)
  await its.shop.settled()
  its.minutes(120)
  const tenHoursAgo = new Date(its.shop.clock.now.getTime() - 10 * HOUR)
  await setIfAbsent(its.shop.db, 'next_backup', tenHoursAgo.toISOString())
  await abandon(its, 5000)
  its.provider(slow(its))
  const begun = its.shop.clock.now.getTime()
  for (const minute of [0, 1]) await round(its, begun + minute * 60_000)
  const states = await its.shop.db
    .selectFrom('payments')
    .select(['order_id', 'state'])
    .where('order_id', 'is not', null)
    .execute()
  const stateOf = (id: number) => states.find(({ order_id }) => order_id === id)?.state
  expect([cancelled, captured, released].map(stateOf)).toEqual(['captured', 'captured', 'canceled'])
  const refunds = await its.shop.db.selectFrom('refunds').select('state').execute()
  expect(refunds.map(({ state }) => state)).toEqual(['succeeded'])
  expect((await listBackups(its.shop.shop.backups.folder)).map(({ kind }) => kind)).toEqual([
    'nightly',
  ])
  const daily = JOBS.filter((job) => 'isDaily' in job).map(({ what }) => what)
  expect([...(await lastRuns(its.shop.db)).keys()].sort()).toEqual([...daily, 'minute'].sort())
  // Meanwhile the abandoned quotes go, about a thousand a minute.
  expect(await abandoned(its, 'canceled')).toBeGreaterThan(1500)
})

test('abandoned quotes are released at the provider, all of them, and a hold among them still becomes its order', {
  timeout: 120_000,
}, async () => {
  const its = await aTroubledShop()
  const buyer = aKeyedBuyer(its.shop)
  await buyer.confirm(await buyer.createIntent(its.body))
  its.minutes(20)
  await abandon(its, 600)
  its.provider(slow(its))
  await round(its, 0)
  expect([await abandoned(its, 'open'), await abandoned(its, 'canceled')]).toEqual([0, 600])
  expect(await its.shop.db.selectFrom('orders').select('status').execute()).toEqual([
    { status: 'pending' },
  ])
  expect(await whatIsWrong(its.shop.db)).toEqual([])
})

function oneEgg(its: Troubled) {
  return {
    items: its.body.items.map((item) => ({ ...item, quantity: 1 })),
    orderData: { ...its.body.orderData, total: 5 },
  }
}
