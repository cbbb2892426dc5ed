import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import { HOUR } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { ORDER } from '#tests/an-order-row.ts'
import { IS_LONG, seedOfRun } from '#tests/length-of-run.ts'
import { randomNumbers } from '#tests/random-numbers.ts'
import { listToHarvest } from './harvest-list.ts'
import { listToDeliver, listToHandOver, listToPack } from './list-orders-of-day.ts'

const RANDOM_DAYS = IS_LONG ? 10_000 : 25

/** Days made per transaction. */
const AT_ONCE = 100

const PLACES = ['farmers_market', 'farm_store', 'delivery'] as const

const random = randomNumbers(seedOfRun())
const any = (below: number) => Math.floor(random() * below)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

type Standing = { day: string; orders: number; units: number }

async function makeDays({ db }: AShop, productIds: number[], from: number, many: number) {
  const days = Array.from({ length: many }, (_, index): Standing => {
    const day = Temporal.PlainDate.from('2030-01-01').add({ days: from + index })
    return { day: day.toString(), orders: 0, units: 0 }
  })
  await write(db, async (tx) => {
    const marketDays = days.flatMap(({ day }) => PLACES.map((_, at) => dayRow(day, at + 1)))
    const made = await tx
      .insertInto('market_days')
      .values(marketDays)
      .returning(['id', 'day', 'place_id'])
      .execute()
    const rows = made.flatMap((marketDay) =>
      Array.from({ length: any(4) }, () => orderRow(marketDay)),
    )
    const placed = await tx
      .insertInto('orders')
      .values(rows)
      .returning(['id', 'pickup_date', 'market_day_id', 'status'])
      .execute()
    const dayOf = new Map(made.map(({ id, day }) => [id, day]))
    const standing = new Map(days.map((one) => [one.day, one]))
    const items = placed.flatMap(({ id, market_day_id, status }) => {
      const lines = linesOf(id, productIds)
      const its = standing.get(dayOf.get(market_day_id ?? 0) ?? '')
      if (its && status !== 'cancelled') {
        its.orders += 1
        its.units += sum(
          lines.map(({ quantity, returned, changed }) => quantity - returned + changed),
        )
      }
      return lines
    })
    if (items.length > 0) await tx.insertInto('order_items').values(items).execute()
  })
  return days
}

function dayRow(day: string, place_id: number) {
  const at = (time: string) => `${day}T${time}:00.000Z`
  return {
    ...{ place_id, day, opens: '09:00', closes: '12:00', capacity: null, rule_id: null },
    ...{ opens_at: at('16:00'), closes_at: at('19:00'), order_until: at('07:00'), by_hand: true },
  }
}

function orderRow(at: { id: number; day: string; place_id: number }) {
  const place = PLACES[at.place_id - 1] ?? 'delivery'
  const isPickup = place !== 'delivery'
  return {
    ...ORDER,
    ...{ receipt_secret: crypto.randomUUID(), market_day_id: at.id },
    status: ORDER_STATUSES[any(ORDER_STATUSES.length)] ?? 'pending',
    customer_name: any(2) === 0 ? 'Ada Miller' : 'Ben Cole',
    collected_at: any(4) === 0 ? `${at.day}T17:00:00.000Z` : null,
    delivery_method: isPickup ? ('pickup' as const) : ('shipping' as const),
    pickup_location: isPickup ? place : null,
    pickup_date: isPickup ? at.day : null,
  }
}

function linesOf(order_id: number, productIds: number[]) {
  return productIds.slice(any(productIds.length)).map((product_id) => {
    const quantity = 1 + any(9)
    const returned = any(quantity + 1)
    const changed = any(3) - Math.min(2, quantity - returned)
    const line = { order_id, product_id, quantity, returned, changed }
    const worth = { returned_cents: returned * 500, changed_cents: changed * 500 }
    return { ...line, ...worth, name: 'Goods', category: 'Vegetables', unit_cents: 500 as Cents }
  })
}

type Db = Parameters<typeof listToPack>[0]

/**
 * A test's PostgreSQL gathers no statistics on its own, and would scan whole tables as if they were
 * small.
 */
async function countRows({ db, config }: AShop) {
  if (config.databaseUrl) await sql`analyze`.execute(db)
}

async function countedOn(db: Db, day: string) {
  const harvest = (await listToHarvest(db, { day })).products
  const packed = async (place?: string) => (await listToPack(db, { day, place })).orders
  const unitsIn = (orders: Awaited<ReturnType<typeof packed>>) =>
    sum(orders.flatMap(({ items }) => items.map(({ units }) => units)))
  const all = await packed()
  const sheets = []
  for (const place of PLACES) sheets.push(unitsIn(await packed(place)))
  const handed = (await listToHandOver(db, { day })).orders.length
  const driven = (await listToDeliver(db, { day })).orders.length
  return {
    harvest: sum(harvest.map(({ need }) => need)),
    'harvest by place': sum(harvest.flatMap(({ byPlace }) => byPlace.map(({ units }) => units))),
    pack: unitsIn(all),
    sheets: sum(sheets),
    boxes: all.length,
    'handed over or delivered': handed + driven,
  }
}

test(
  'harvest, pack list and the sheets of all places name the same units and boxes, whatever the day',
  async () => {
    const shop = await aShop()
    const ids: number[] = []
    for (const name of ['Eggs', 'Carrots', 'Kale'])
      ids.push((await aProduct(shop.db, { name, stock: 0 })).id)
    for (let from = 0; from < RANDOM_DAYS; from += AT_ONCE) {
      if (from === AT_ONCE) await countRows(shop)
      const days = await makeDays(shop, ids, from, Math.min(AT_ONCE, RANDOM_DAYS - from))
      for (const { day, units, orders } of days)
        expect(await countedOn(shop.db, day), day).toEqual({
          ...{ harvest: units, 'harvest by place': units, pack: units, sheets: units },
          ...{ boxes: orders, 'handed over or delivered': orders },
        })
    }
  },
  IS_LONG ? HOUR : undefined,
)
