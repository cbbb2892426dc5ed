import { type SqlBool, sql } from 'kysely'
import type { Takings } from '#contract/money/analytics.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { type FarmSpan, farmSpans, spanRows } from './farm-spans.ts'
import { sumByPlacing, sumCards } from './figure-queries.ts'

/** Days listed one by one, including today. */
const DAYS = 28

/** What was taken by card and without one. `db` should see one moment. */
export async function readTakings(
  db: Db,
  { now, livemode }: { now: Date; livemode: boolean },
): Promise<Takings> {
  const timeZone = await readTimeZone(db)
  const today = farmDayOf(now.toISOString(), timeZone)
  const from = today.subtract({ days: DAYS - 1 }).toString()
  const days = farmSpans({ from, to: today.toString() }, { days: 1 }, timeZone)
  const card = await sumCards(db, livemode)
  const cards = await sumByPlacing(db, { days, livemode })
  const ways = await sumWays(db)
  const tenders = await sumDays(db, days)
  const [orders, sales] = [totalOfSource(ways, false), totalOfSource(ways, true)]
  return {
    card: dollarsOf(card),
    orders: dollarsOf(orders),
    sales: dollarsOf(sales),
    together: dollarsOf(card + orders + sales),
    ways: [...Map.groupBy(ways, ({ name }) => name)].map(([way, own]) => ({
      way,
      ...splitOf(own),
    })),
    days: days.toReversed().flatMap(({ day }) => {
      const own = tenders.filter((row) => row.day === day)
      return dayRow(day, cards.get(day)?.cents ?? 0, own)
    }),
    testMode: !livemode,
  }
}

type Sum = { is_sale: boolean | number; amount: number }

function totalOfSource(rows: readonly Sum[], isSale: boolean): number {
  const own = rows.filter(({ is_sale }) => Boolean(is_sale) === isSale)
  return own.reduce((sum, { amount }) => sum + amount, 0)
}

function splitOf(rows: readonly Sum[]) {
  const [orders, sales] = [totalOfSource(rows, false), totalOfSource(rows, true)]
  return { orders: dollarsOf(orders), sales: dollarsOf(sales), together: dollarsOf(orders + sales) }
}

function dayRow(day: string, card: number, tenders: readonly Sum[]): Takings['days'] {
  const [orders, sales] = [totalOfSource(tenders, false), totalOfSource(tenders, true)]
  if (card === 0 && orders === 0 && sales === 0) return []
  const parts = { card: dollarsOf(card), orders: dollarsOf(orders), sales: dollarsOf(sales) }
  return [{ day, ...parts, together: dollarsOf(card + orders + sales) }]
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

async function sumDays(db: Db, days: readonly FarmSpan[]): Promise<(Sum & { day: string })[]> {
  const { rows } = await sql<Sum & { day: string }>`
    with spans (day, begins, ends) as (values ${spanRows(days)})
    select spans.day, ${IS_SALE} as is_sale, sum(amount_cents) as amount
    from spans cross join tenders where at >= spans.begins and at < spans.ends
    group by spans.day, ${IS_SALE}`.execute(db)
  return rows
}
