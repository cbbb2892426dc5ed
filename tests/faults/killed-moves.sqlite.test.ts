import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendarPath } from '#contract/orders/receipt-link.ts'
import { type Answer, aKeyedBuyer, orderBody } from '../a-buyer.ts'
import { headerOf } from '../a-mail-server.ts'
import { IS_LONG } from '../length-of-run.ts'
import { aStripeBrowser } from '../stripe-stand-in/a-browser.ts'
import { orderOf } from './a-case.ts'
import { aFarm, type Farm } from './a-farm.ts'

/** `EACH`: ms for an order, within which a kill comes; after the answer it counts as none. */
const { ORDERS, ROOM, KILLS, EACH } = IS_LONG
  ? { ORDERS: 33, ROOM: 10, KILLS: 20, EACH: 20 }
  : { ORDERS: 5, ROOM: 2, KILLS: 1, EACH: 10 }
const TIMES = { timeout: IS_LONG ? 20 * 60_000 : 90_000 }
const HOUR = 60

let farm: Farm
const atEnd: (() => Promise<void>)[] = []
beforeAll(async () => {
  farm = await aFarm((one) => atEnd.push(one))
  await farm.open(0)
}, 60_000)
afterAll(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end()
})

async function openDay(key: string, after = '') {
  return farm.db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'market_days.opens_at'])
    .where('places.key', '=', key)
    .where('market_days.state', '=', 'open')
    .where('market_days.order_until', '>', farm.now().toISOString())
    .where('market_days.day', '>', after)
    .orderBy('market_days.day')
    .executeTakeFirstOrThrow()
}

let markets = 0

async function aMarket() {
  const from = await openDay('farmers_market')
  const to = await openDay('farm_store', from.day)
  await farm.desk('PUT', `/api/market-days/${to.id}`, { capacity: ROOM })
  const draft = { name: 'Eggs', description: '', category: 'Farm Eggs', imageUrl: null }
  const eggs = (await farm.desk('POST', '/api/products', { ...draft, price: 5, stock: 99 })).json()
  const buy = async (count: number) => {
    const email = `market${markets}.${count}@example.com`
    const body = orderBody([[eggs, 1 + (count % 3)]], { customerEmail: email })
    const buyer = aKeyedBuyer(farm.far)
    const intent = await buyer.createIntent(body)
    await aStripeBrowser(farm.stripe).confirm(intent.json().client_secret)
    const placed = await buyer.placeOrder(body)
    return { id: orderOf(placed), email, receipt: String(placed.json().receiptUrl) }
  }
  markets++
  const orders = await Promise.all(Array.from({ length: ORDERS }, (_, count) => buy(count)))
  await farm.round(0)
  return { from, to, eggs, orders }
}

type Market = Awaited<ReturnType<typeof aMarket>>
type Decision = { moveTo: number | null; cancelRest: boolean }

async function countDecided({ from }: Market): Promise<number> {
  const left = farm.db
    .selectFrom('orders')
    .select('id')
    .where('market_day_id', '=', from.id)
    .where('status', '!=', 'cancelled')
  return ORDERS - (await left.execute()).length
}

/** Decides once, and sends it again after each kill; returns the number of kills. */
async function closeUnderKills(market: Market, decision: Decision, most: number): Promise<number> {
  const url = `/api/market-days/${market.from.id}/close`
  const closing = { id: crypto.randomUUID(), message: 'It is flooded.', ...decision }
  const { confirm } = (await farm.desk('POST', url, closing)).json()
  for (let kills = 0; ; kills++) {
    const requested = farm.desk('POST', url, { ...closing, confirm }).catch(() => null)
    const answer = await (kills < most ? killInTheMiddle(market, requested) : requested)
    const decided = await countDecided(market)
    if (!decision.cancelRest) expect([0, ORDERS]).toContain(decided)
    if (answer) {
      const [moved, cancelled] = decision.cancelRest ? [0, ORDERS] : [ORDERS, 0]
      expect(answer.json()).toEqual({ moved, cancelled, refused: [], left: 0, toCall: [] })
      return kills
    }
    await farm.open(0)
  }
}

/**
 * Kills the shop when some more orders are decided, or a moment after it began, since moves show
 * all at once; returns its answer if it gave one first.
 */
async function killInTheMiddle(market: Market, requested: Promise<Answer | null>) {
  const state: { answer: Answer | null } = { answer: null }
  void requested.then((answer) => (state.answer = answer))
  const already = await countDecided(market)
  const until = Math.max(1, already + Math.floor(Math.random() * (ORDERS - already)))
  const end = performance.now() + Math.random() * EACH * ORDERS
  const isDue = async () =>
    performance.now() > end || (await countDecided(market)) >= until || state.answer !== null
  while (!(await isDue())) await pause(1)
  await pause(Math.random() * 5)
  await farm.kill()
  await requested
  if (state.answer) await farm.open(0)
  return state.answer
}

/**
 * Works through one market after another until the shop was killed often enough; then the books
 * must balance.
 */
async function underKills(
  work: (market: Market, most: number) => Promise<number>,
  look: (market: Market) => Promise<void>,
): Promise<void> {
  let [kills, count] = [0, 0]
  for (; kills < KILLS; count++) {
    const market = await aMarket()
    kills += await work(market, KILLS - kills)
    await farm.round(2)
    await look(market)
    for (const minutes of [2, 16, 3]) await farm.round(minutes)
    expect(await farm.whatWentWrong()).toEqual([])
  }
  console.log(`${count} markets of ${ORDERS} orders, ${kills} kills`)
}

const ordersOf = ({ orders }: Market) =>
  farm.db
    .selectFrom('orders')
    .selectAll()
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()

function addressesOf({ orders }: Market, subject: RegExp): string[] {
  const ours = new Set(orders.map(({ email }) => email))
  const mails = farm.mail.arrived.filter(
    (mail) => subject.test(headerOf(mail, 'subject') ?? '') && ours.has(mail.to[0] ?? ''),
  )
  return [...new Map(mails.map((mail) => [headerOf(mail, 'message-id'), mail.to[0]])).values()]
    .map(String)
    .sort()
}

async function eventOf(receipt: string): Promise<Record<string, string>> {
  const url = calendarPath(receipt.replace('/o/', ''))
  const text = await (await fetch(`${farm.running()[0]?.url}${url}`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^(UID|SEQUENCE|DTSTART):(.*)\r$/gm)].map(([, name, value]) => [name, value]),
  )
}

test(
  `orders that move to a day with less room than they need all arrive, each told once, over ${KILLS} kills`,
  TIMES,
  async () => {
    const before = new Map<number, Record<string, string>>()
    await underKills(
      async (market, most) => {
        for (const { id, receipt } of market.orders) before.set(id, await eventOf(receipt))
        return closeUnderKills(market, { moveTo: market.to.id, cancelRest: false }, most)
      },
      async (market) => {
        const { to, orders } = market
        const moved = await ordersOf(market)
        const there = { market_day_id: to.id, pickup_location: 'farm_store', revision: 1 }
        expect(moved).toMatchObject(orders.map(() => ({ ...there, pickup_date: to.day })))
        const day = farm.db.selectFrom('market_days').selectAll().where('id', '=', to.id)
        expect(await day.executeTakeFirst()).toMatchObject({ capacity: ORDERS, taken: ORDERS })
        expect(addressesOf(market, /was moved to/)).toEqual(orders.map(({ email }) => email).sort())
        for (const { id, receipt } of orders) {
          const { UID, SEQUENCE } = before.get(id) ?? {}
          expect([UID, SEQUENCE]).toEqual([expect.stringContaining(`order-${id}@`), '0'])
          const event = { UID, SEQUENCE: '1', DTSTART: to.opens_at.replace(/[-:]|\.000/g, '') }
          expect(await eventOf(receipt)).toEqual(event)
        }
        await cancelSome(market)
      },
    )
  },
)

/** Where buyers may not cancel, they may for a day after a move. */
async function cancelSome({ orders }: Market): Promise<void> {
  await farm.desk('POST', '/api/settings', { key: 'buyer_cancels', value: 'false' })
  const [first, last, late] = orders
  const cancel = async ({ receipt, email }: Market['orders'][number]) => {
    const url = `/api/receipts/${receipt.replace('/o/', '')}/cancel`
    return (await farm.far.inject({ method: 'POST', url, payload: { email } })).statusCode
  }
  if (!first || !last || !late) throw new Error('There are too few orders.')
  expect(await cancel(first)).toBe(200)
  await farm.round(23 * HOUR)
  expect(await cancel(last)).toBe(200)
  await farm.round(HOUR)
  expect(await cancel(late)).toBe(409)
}

test(
  `orders that are all cancelled give every cent back once, each told once, over ${KILLS} kills`,
  TIMES,
  async () => {
    await underKills(
      (market, most) => closeUnderKills(market, { moveTo: null, cancelRest: true }, most),
      async (market) => {
        const { orders, eggs } = market
        for (const minutes of [2, 16]) await farm.round(minutes)
        const ended = await ordersOf(market)
        expect(ended.map(({ status }) => status)).toEqual(orders.map(() => 'cancelled'))
        const refunds = await farm.db
          .selectFrom('refunds')
          .innerJoin('payments', 'payments.id', 'refunds.payment_id')
          .select(['payments.order_id', 'refunds.amount_cents', 'refunds.state'])
          .orderBy('payments.order_id')
          .execute()
        const ids = new Set<number | null>(orders.map(({ id }) => id))
        expect(refunds.filter(({ order_id }) => ids.has(order_id))).toEqual(
          ended.map(({ id, total_cents }) => ({
            ...{ order_id: id, amount_cents: total_cents, state: 'succeeded' },
          })),
        )
        const stock = farm.db.selectFrom('products').select('stock').where('id', '=', eggs.id)
        expect(await stock.executeTakeFirst()).toEqual({ stock: eggs.stock })
        expect(addressesOf(market, /was canceled/)).toEqual(orders.map(({ email }) => email).sort())
      },
    )
  },
)
