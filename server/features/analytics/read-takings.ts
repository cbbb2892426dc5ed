import { type SqlBool, sql } from 'kysely'
import type { Takings } from '#contract/analytics.ts'
import { farmDayOf, startOfFarmDay } from '#contract/farm-time.ts'
import { dollarsOf } from '#contract/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { readSales, readTotals } from './read-sales.ts'

/** Days listed one by one, including today. */
const DAYS = 28

/**
 * What was taken by card and without one. Other payments are added up from their rows each time, so
 * that none can be forgotten; by card as the desk's own figures say.
 */
export async function readTakings(
  db: Db,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<Takings> {
  const money = livemode ? 'live' : 'test'
  const timeZone = await readTimeZone(db)
  const since = farmDayOf(now.toISOString(), timeZone)
    .subtract({ days: DAYS - 1 })
    .toString()
  const { cents: card } = await readTotals(db, money)
  const cards = await readSales(db, { money, since, productsSince: '9999-12-31' })
  const { ways, minutes } = await snapshot(db, async (tx) => ({
    ways: await sumWays(tx),
    minutes: await sumMinutes(tx, startOfFarmDay(since, timeZone)),
  }))
  const [orders, sales] = [sumOf(ways, false), sumOf(ways, true)]
  const dated = minutes.map((row) => ({ ...row, day: dayOf(row.minute, timeZone) }))
  const names = Map.groupBy(ways, ({ name }) => name)
  return {
    card: dollarsOf(card),
    orders: dollarsOf(orders),
    sales: dollarsOf(sales),
    together: dollarsOf(card + orders + sales),
    ways: [...names].map(([way, own]) => ({ way, ...splitOf(own) })),
    days: daysOf(cards.days, dated),
    testMode: !livemode,
  }
}

type Sum = { is_sale: boolean | number; amount: number | string }

function sumOf(rows: readonly Sum[], isSale: boolean): number {
  const own = rows.filter(({ is_sale }) => Boolean(is_sale) === isSale)
  return own.reduce((sum, { amount }) => sum + Number(amount), 0)
}

function splitOf(rows: readonly Sum[]) {
  const [orders, sales] = [sumOf(rows, false), sumOf(rows, true)]
  return { orders: dollarsOf(orders), sales: dollarsOf(sales), together: dollarsOf(orders + sales) }
}

function daysOf(cards: { day: string; cents: number }[], dated: (Sum & { day: string })[]) {
  const days = new Set([...cards, ...dated].map(({ day }) => day))
  const shown = [...days].sort().reverse()
  return shown.flatMap((day) => {
    const own = cards.filter((one) => one.day === day)
    const card = own.reduce((sum, one) => sum + one.cents, 0)
    const other = dated.filter((one) => one.day === day)
    const [orders, sales] = [sumOf(other, false), sumOf(other, true)]
    if (card === 0 && orders === 0 && sales === 0) return []
    const parts = { card: dollarsOf(card), orders: dollarsOf(orders), sales: dollarsOf(sales) }
    return [{ day, ...parts, together: dollarsOf(card + orders + sales) }]
  })
}

function dayOf(minute: string, timeZone: string): string {
  return farmDayOf(`${minute}:00.000Z`, timeZone).toString()
}

const IS_SALE = sql<SqlBool>`sale_id is not null`

function sumWays(db: Db) {
  return db
    .selectFrom('tenders')
    .select((row) => [
      'name',
      IS_SALE.as('is_sale'),
      row.fn.sum<number>('amount_cents').as('amount'),
    ])
    .groupBy(['name', IS_SALE])
    .orderBy('name')
    .execute()
}

/** By the minute: in every time zone a day begins with one. */
function sumMinutes(db: Db, since: string) {
  const minute = sql<string>`substr(at, 1, 16)`
  return db
    .selectFrom('tenders')
    .select((row) => [
      minute.as('minute'),
      IS_SALE.as('is_sale'),
      row.fn.sum<number>('amount_cents').as('amount'),
    ])
    .where('at', '>=', since)
    .groupBy([minute, IS_SALE])
    .execute()
}
