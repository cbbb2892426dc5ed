import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money.ts'
import { write } from '#server/db/write.ts'
import {
  type Answer,
  type Answering,
  aBareBuyer,
  aKeyedBuyer,
  type Body,
  orderBody,
} from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, cookieOf } from '#tests/a-shop.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { plansOf, READS_ALL } from '#tests/query-plans.ts'
import {
  fullestAddress,
  listLeastLikely,
  MAX_OPEN_OF_ADDRESS,
  MAX_OPEN_OF_SHOP,
} from './make-room.ts'

const SECOND = 1000

const LINE = '2001:db8:0:1::/64'

/** Two hundred addresses of it. */
const placeOfLine = (place: number) => `2001:db8:0:1::${(place % 200).toString(16)}`

async function aMarketDay(limits = 'on') {
  const shop = await aShop({ env: { LIMITS: limits } })
  const eggs = await aProduct(shop.db, { price: 500, stock: 5000 })
  return { shop, body: orderBody([[eggs, 1]]) }
}

function later(shop: AShop, ms: number): void {
  shop.clock.now = new Date(shop.clock.now.getTime() + ms)
}

/** The shop as one address reaches it, with the cookies of one browser. */
function browser(shop: AShop, remoteAddress: string): Answering<Answer> {
  let cookie = ''
  return {
    async inject(request) {
      const answer = await shop.inject({
        ...request,
        remoteAddress,
        headers: { cookie, ...request.headers },
      })
      cookie ||= cookieOf(answer)
      return answer
    },
  }
}

/** Lets a browser begin a payment, and answers how it goes on with it. */
async function begin(shop: AShop, address: string, body: Body) {
  const buyer = aKeyedBuyer(browser(shop, address))
  const intent = await buyer.createIntent(body)
  const finish = async () => {
    await buyer.confirm(intent)
    return (await buyer.placeOrder(body)).statusCode
  }
  return { status: intent.statusCode, key: buyer.checkout_key, finish }
}

/**
 * One line begins payments and goes on with none, each from another of its addresses and as a new
 * browser.
 */
async function flood(shop: AShop, body: Body, many: number): Promise<Record<string, number>> {
  const seen = new Map<number, number>()
  const beginFrom = async (place: number) => {
    const { status } = await begin(shop, placeOfLine(place), body)
    seen.set(status, (seen.get(status) ?? 0) + 1)
  }
  for (let first = 0; first < many; first += 50) {
    later(shop, 15 * SECOND)
    await Promise.all(
      Array.from({ length: Math.min(50, many - first) }, (_, place) => beginFrom(first + place)),
    )
  }
  await shop.settled()
  return Object.fromEntries(seen)
}

/** Payments that a line left open, as they stand in the table. */
async function fill(shop: AShop, addresses: readonly string[], many: number): Promise<void> {
  const at = shop.clock.now.toISOString()
  const expires_at = new Date(shop.clock.now.getTime() + 900 * SECOND).toISOString()
  const rows = Array.from({ length: many }, (_, n) => ({
    ...{
      id: `left-${n}`,
      provider: 'sandbox' as const,
      livemode: false,
      intent_id: null,
      visitor_hash: `left-${n}`,
    },
    ...{
      checkout_key: null,
      body_hash: null,
      basket: null,
      method_ref: 'pm_card_visa',
      amount_cents: 500 as Cents,
    },
    ...{
      state: 'open' as const,
      order_id: null,
      captured_cents: 0 as Cents,
      error_code: null,
      error_message: null,
    },
    ...{
      created_at: at,
      expires_at,
      touched_at: at,
      address_key: addresses[n % addresses.length] ?? '',
    },
  }))
  await write(shop.db, async (tx) => {
    for (let first = 0; first < many; first += 500)
      await tx
        .insertInto('payments')
        .values(rows.slice(first, first + 500))
        .execute()
  })
}

async function stateOf(shop: AShop, key: string) {
  const rows = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('checkout_key', '=', key)
    .execute()
  return rows.map(({ state }) => state).join()
}

async function openOnes(shop: AShop): Promise<number> {
  const begun = shop.db.selectFrom('payments').select((row) => row.fn.countAll<number>().as('n'))
  return Number(
    (await begun.where('state', 'in', ['creating', 'open']).executeTakeFirstOrThrow()).n,
  )
}

const twenty = <T>(one: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 20 }, (_, n) => one(n)))

describe('while one line fills a cap of open payments', { timeout: 60_000 }, () => {
  test('its own: nobody is refused, twenty others buy, and only the line’s own are given up', async () => {
    const { shop, body } = await aMarketDay()
    const before = await twenty((n) => begin(shop, `198.51.100.${n}`, body))
    await fill(shop, [LINE], MAX_OPEN_OF_ADDRESS - 50)
    later(shop, SECOND)
    expect(await flood(shop, body, 150)).toEqual({ 200: 150 })
    expect(await openOnes(shop)).toBe(MAX_OPEN_OF_ADDRESS + 20)
    const meanwhile = await twenty((n) => begin(shop, `203.0.113.${n}`, body))
    await flood(shop, body, 10)
    for (const { key } of [...before, ...meanwhile]) expect(await stateOf(shop, key)).toBe('open')
    const bought = await Promise.all([...before, ...meanwhile].map(({ finish }) => finish()))
    expect(bought).toEqual(Array(40).fill(201))
  })

  test.each([
    ['ten lines', Array.from({ length: 10 }, (_, n) => `2001:db8:0:${n}::/64`)],
    ...(isShortOnPostgres() ? [] : [['one line', [LINE]] as const]),
  ] as const)(
    'the shop’s, from %s: twenty others buy, and only the fullest addresses’ are given up',
    async (_, lines) => {
      const { shop, body } = await aMarketDay()
      const before = await twenty((n) => begin(shop, `198.51.100.${n}`, body))
      later(shop, SECOND)
      await fill(shop, lines, MAX_OPEN_OF_SHOP)
      later(shop, SECOND)
      const meanwhile = await twenty((n) => begin(shop, `203.0.113.${n}`, body))
      await flood(shop, body, 10)
      expect(await openOnes(shop)).toBeLessThanOrEqual(MAX_OPEN_OF_SHOP)
      for (const { key } of [...before, ...meanwhile]) expect(await stateOf(shop, key)).toBe('open')
      const bought = await Promise.all([...before, ...meanwhile].map(({ finish }) => finish()))
      expect(bought).toEqual(Array(40).fill(201))
    },
  )

  test.skipIf(isShortOnPostgres())('two hundred shoppers behind one address all buy', async () => {
    const { shop, body } = await aMarketDay()
    await fill(shop, [LINE], MAX_OPEN_OF_SHOP)
    later(shop, SECOND)
    const shoppers = await Promise.all(
      Array.from({ length: 200 }, () => begin(shop, '192.0.2.7', body)),
    )
    expect(await Promise.all(shoppers.map(({ finish }) => finish()))).toEqual(Array(200).fill(201))
  })

  test('who bought here before keeps the payment they are about to confirm, from that very line', async () => {
    const { shop, body } = await aMarketDay()
    const known = browser(shop, placeOfLine(0))
    expect((await aBareBuyer(known).buy(body)).statusCode).toBe(201)
    const buyer = aKeyedBuyer(known)
    const intent = await buyer.createIntent(body)
    later(shop, SECOND)
    await fill(shop, [LINE], MAX_OPEN_OF_ADDRESS - 50)
    later(shop, SECOND)
    await flood(shop, body, 100)
    expect(await stateOf(shop, buyer.checkout_key)).toBe('open')
    await buyer.confirm(intent)
    expect((await buyer.placeOrder(body)).statusCode).toBe(201)
  })
})

describe('the caps of open payments', () => {
  test('hold nobody back without limits', { timeout: 60_000 }, async () => {
    const { shop, body } = await aMarketDay('off')
    await fill(shop, [LINE], MAX_OPEN_OF_ADDRESS)
    expect(await flood(shop, body, 50)).toEqual({ 200: 50 })
    expect(await openOnes(shop)).toBe(MAX_OPEN_OF_ADDRESS + 50)
  })

  test('are looked after by indexes', async () => {
    const shop = await aShop({ hasNewDatabase: true })
    const work = async (db: AShop['db']) => [
      await fullestAddress(db),
      await listLeastLikely(db, '192.0.2.7', 1),
    ]
    const plans = await plansOf(shop.db, work)
    expect(plans.join('\n')).toContain('payments_of_address')
    expect(plans.filter((line) => READS_ALL.test(line))).toEqual([])
  })
})
