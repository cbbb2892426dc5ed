import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { Product } from '#contract/products.ts'
import { write } from '#server/db/write.ts'
import { setCapacity } from '#server/features/calendar/set-capacity.ts'
import { changeOrderStatus } from '#server/features/orders/change-order-status.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { expireOrder } from './order-record.ts'

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

const setDay = (shop: AShop, day: string, set: object) =>
  write(shop.db, (tx) =>
    tx
      .updateTable('market_days')
      .set(set)
      .where('day', '=', day)
      .where('place_id', '=', 1)
      .execute(),
  )

const threeDaysAhead = (shop: AShop) =>
  write(shop.db, (tx) => tx.updateTable('places').set({ days_ahead: 3 }).execute())

const bodyFor = (eggs: Product, day?: string) => orderBody([[eggs, 1]], day ? { day } : {})

const ordersByDay = async (shop: AShop) => {
  const rows = await shop.db
    .selectFrom('orders')
    .select(['pickup_date', 'market_day_id', 'order_until'])
    .execute()
  return Map.groupBy(rows, (row) => row.pickup_date)
}

/** Every day with a capacity counts exactly its orders that are not cancelled. */
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

/** As many buyers as a crowd has here; the long form has 50. */
const [CROWD, ROOM] = [25, 10]

describe('of a crowd', () => {
  test('that names one day, as many get it as it has room, and no hold is left', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db, { stock: 1000 })
    await capacityOf(shop, FIRST, ROOM)
    const answers = await Promise.all(
      Array.from({ length: CROWD }, () => aKeyedBuyer(shop).buy(bodyFor(eggs, FIRST))),
    )
    const placed = answers.filter(({ statusCode }) => statusCode === 201)
    const refused = answers.filter(({ statusCode }) => statusCode === 409)
    expect([placed.length, refused.length]).toEqual([ROOM, CROWD - ROOM])
    expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['day-full']))
    await shop.settled()
    expect(await miscounted(shop)).toEqual([])
    const open = shop.db.selectFrom('payments').where('state', 'not in', ['captured', 'canceled'])
    expect(await open.select('id').execute()).toEqual([])
  })

  test('that names none, nobody is refused while the next day has room', async () => {
    const shop = await aShop()
    const eggs = await aProduct(shop.db, { stock: 1000 })
    await capacityOf(shop, FIRST, ROOM)
    await capacityOf(shop, SECOND, 2 * ROOM)
    const answers = await Promise.all(
      Array.from({ length: CROWD }, () => aBareBuyer(shop).buy(bodyFor(eggs))),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(CROWD).fill(201))
    const days = await ordersByDay(shop)
    expect([days.get(FIRST)?.length, days.get(SECOND)?.length]).toEqual([ROOM, CROWD - ROOM])
    expect(await miscounted(shop)).toEqual([])
  })
})

test('whatever becomes of orders and capacities, every day counts its own', async () => {
  const shop = await aShop()
  await threeDaysAhead(shop)
  const eggs = await aProduct(shop.db, { stock: 1000 })
  await capacityOf(shop, FIRST, 8)
  let seed = 7
  const pick = <T>(from: readonly T[]): T | undefined => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return from[(seed >> 12) % from.length]
  }
  const ids = async () =>
    (await shop.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
  const deeds: (() => Promise<unknown>)[] = [
    () => aKeyedBuyer(shop).buy(bodyFor(eggs, pick([FIRST, SECOND]))),
    () => aBareBuyer(shop).buy(bodyFor(eggs)),
    async () => {
      const [id, status] = [pick(await ids()), pick(ORDER_STATUSES)]
      if (id && status) await changeOrderStatus(shop.shop, id, status)
    },
    async () => {
      const id = pick(await ids())
      if (id) await write(shop.db, (tx, emit) => expireOrder(tx, emit, id, shop.clock.now))
    },
    () => capacityOf(shop, pick([FIRST, SECOND]) ?? FIRST, pick([4, 8, 30, null]) ?? null),
    () => setDay(shop, FIRST, { state: pick(['open', 'closed']) }),
  ]
  for (let step = 0; step < 120; step++) {
    // A refusal is as good an answer as any here.
    await pick(deeds)?.().catch(() => {})
    expect(await miscounted(shop), `after step ${step}`).toEqual([])
  }
  expect((await ids()).length).toBeGreaterThan(20)
})
