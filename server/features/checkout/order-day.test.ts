import { describe, expect, inject, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { write } from '#server/db/write.ts'
import { lateOrders } from '#server/features/books/order-laws.ts'
import { setCapacity } from '#server/features/calendar/by-hand-days.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProcessBeside, aProduct, aShop } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { setDay } from '#tests/shop-rows.ts'

const [FIRST, SECOND] = ['2026-11-21', '2026-11-28']

async function marketDays(shop: AShop) {
  return shop.db
    .selectFrom('market_days')
    .selectAll()
    .where('place_id', '=', 1)
    .orderBy('day')
    .execute()
}

async function capacityOf(shop: AShop, day: string, capacity: number | null): Promise<void> {
  const found = (await marketDays(shop)).find((one) => one.day === day)
  if (!found) throw new Error(`There is no market on ${day}.`)
  await write(shop.db, (tx) => setCapacity(tx, found.id, capacity))
}

const threeDaysAhead = (shop: AShop) =>
  write(shop.db, (tx) => tx.updateTable('places').set({ days_ahead: 3 }).execute())

const bodyFor = (eggs: Product, day?: string) => orderBody([[eggs, 1]], day ? { day } : {})

const ordersByDay = async (shop: AShop) => {
  const rows = await shop.db
    .selectFrom('orders')
    .select(['pickup_date', 'market_day_id', 'order_until'])
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, (row) => row.pickup_date)
}

const listNewest = (shop: AShop) =>
  shop.db.selectFrom('orders').select('pickup_date').orderBy('id', 'desc').limit(1).execute()

async function miscounted(shop: AShop) {
  const orders = await shop.db
    .selectFrom('orders')
    .select(['market_day_id', 'status'])
    .where('status', '!=', 'cancelled')
    .execute()
  return (await marketDays(shop))
    .filter(({ capacity }) => capacity !== null)
    .map(({ id, day, taken }) => ({
      day,
      taken,
      orders: orders.filter((order) => order.market_day_id === id).length,
    }))
    .filter(({ taken, orders }) => taken !== orders)
}

describe('an order is for the day', () => {
  test('it names, with its end of ordering as it was promised', async () => {
    const shop = await aShop()
    await threeDaysAhead(shop)
    const eggs = await aProduct(shop.db)
    const answer = await aKeyedBuyer(shop).buy(bodyFor(eggs, SECOND))
    expect(answer.statusCode).toBe(201)
    const [order] = (await ordersByDay(shop)).get(SECOND) ?? []
    const day = (await marketDays(shop)).find((one) => one.day === SECOND)
    expect(order).toMatchObject({ market_day_id: day?.id, order_until: day?.order_until })
  })

  test('that was open when its payment was begun, finished within half an hour after', async () => {
    const shop = await aShop({ now: '2026-11-21T06:59:00.000Z' })
    const eggs = await aProduct(shop.db)
    const buyers = [aKeyedBuyer(shop), aKeyedBuyer(shop)] as const
    for (const buyer of buyers) await buyer.confirm(await buyer.createIntent(bodyFor(eggs)))
    shop.clock.now = new Date('2026-11-21T07:08:00.000Z')
    expect((await buyers[0].placeOrder(bodyFor(eggs))).statusCode).toBe(201)
    expect([...(await ordersByDay(shop)).keys()]).toEqual([FIRST])
    expect((await aKeyedBuyer(shop).buy(bodyFor(eggs))).statusCode).toBe(201)
    expect([...(await ordersByDay(shop)).keys()]).toEqual([FIRST, SECOND])
  })
})

test('a payment is begun when its day is quoted, however long that takes at the end of ordering', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { stock: 100 })
  const end = Date.parse('2026-11-21T07:00:00.000Z')
  const seen = new Set<string>()
  for (let before = 0; before <= 8; before++) {
    // Every look at the clock takes a millisecond.
    let at = end - before
    shop.shop.now = () => new Date(at++)
    expect((await aKeyedBuyer(shop).buy(bodyFor(eggs))).statusCode).toBe(201)
    const [order] = await listNewest(shop)
    seen.add(order?.pickup_date ?? '')
    expect(await lateOrders(shop.db, 'all'), `${before} ms before`).toEqual([])
  }
  expect([...seen].sort()).toEqual([FIRST, SECOND])
})

describe('an order for a named day', () => {
  test('is refused at the quote when the day is full, and nothing is held', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    await capacityOf(shop, FIRST, 1)
    expect((await aKeyedBuyer(shop).buy(bodyFor(eggs, FIRST))).statusCode).toBe(201)
    const refused = await aKeyedBuyer(shop).createIntent(bodyFor(eggs, FIRST))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'day-full'])
    expect(refused.json().field).toBe('orderData.day')
  })

  test('is refused when the farmer closed the day meanwhile: the hold goes back, and nothing is sold', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db)
    const buyer = aKeyedBuyer(shop)
    await buyer.confirm(await buyer.createIntent(bodyFor(eggs, FIRST)))
    await setDay(shop, FIRST, { state: 'closed' })
    const refused = await buyer.placeOrder(bodyFor(eggs, FIRST))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'day-closed'])
    await shop.settled()
    const payment = await shop.db.selectFrom('payments').select('state').executeTakeFirstOrThrow()
    expect(payment.state).toBe('canceled')
    expect(await shop.db.selectFrom('orders').selectAll().execute()).toEqual([])
  })
})

const [CROWD, ROOM, ROUNDS] = IS_LONG ? [50, 20, 10] : [15, 6, 1]

const rounds = Array.from({ length: ROUNDS }, (_, round) => round + 1)

/** On PostgreSQL, the crowd alternates between two processes. */
async function aCrowdedShop() {
  const shop = await aShop()
  const both = [shop, inject('postgresUrl') ? await aProcessBeside(shop) : shop] as const
  const eggs = await aProduct(shop.db, { stock: 1000 })
  await capacityOf(shop, FIRST, ROOM)
  return {
    shop,
    eggs,
    crowd: <T>(buy: (its: AShop) => Promise<T>) =>
      Promise.all(Array.from({ length: CROWD }, (_, index) => buy(both[index % 2 ? 1 : 0]))),
    settled: () => Promise.all(both.map((its) => its.settled())),
  }
}

describe('of a crowd', () => {
  test.each(rounds)(
    'that names one day, as many get it as it has room, and no hold is left (%i)',
    async () => {
      const { shop, eggs, crowd, settled } = await aCrowdedShop()
      const answers = await crowd((its) => aKeyedBuyer(its).buy(bodyFor(eggs, FIRST)))
      const placed = answers.filter(({ statusCode }) => statusCode === 201)
      const refused = answers.filter(({ statusCode }) => statusCode === 409)
      expect([placed.length, refused.length]).toEqual([ROOM, CROWD - ROOM])
      expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['day-full']))
      await settled()
      expect(await miscounted(shop)).toEqual([])
      const open = shop.db.selectFrom('payments').where('state', 'not in', ['captured', 'canceled'])
      expect(await open.select('id').execute()).toEqual([])
      const held = shop.db.selectFrom('sandbox_intents').where('status', '=', 'requires_capture')
      expect(await held.select('id').execute()).toEqual([])
    },
  )

  test.each(rounds)(
    'that names none, nobody is refused while the next day has room (%i)',
    async () => {
      const { shop, eggs, crowd } = await aCrowdedShop()
      await capacityOf(shop, SECOND, 2 * ROOM)
      const answers = await crowd((its) => aBareBuyer(its).buy(bodyFor(eggs)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(CROWD).fill(201))
      const days = await ordersByDay(shop)
      expect([days.get(FIRST)?.length, days.get(SECOND)?.length]).toEqual([ROOM, CROWD - ROOM])
      expect(await miscounted(shop)).toEqual([])
    },
  )
})
