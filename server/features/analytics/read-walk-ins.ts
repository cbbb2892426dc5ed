import { type SqlBool, sql } from 'kysely'
import { startOfFarmDay } from '#contract/farm-time.ts'
import { type TenderKind, tenderKindOf } from '#contract/tender-kinds.ts'
import type { Db } from '#server/db/tables.ts'
import type { Span } from './period-days.ts'
import { cachedDays } from './sum-sales.ts'

/** Walk-in sales that stand, on the day of their market day, or else on the day they were made. */
export type WalkIns = {
  sales: { day: string; place_id: number | null; sales: number }[]
  /** `is_gift`: sold for nothing. */
  lines: { product_id: number | null; is_gift: boolean; units: number; cents: number }[]
  tenders: { day: string; place_id: number | null; kind: TenderKind; cents: number }[]
}

type Bounds = { start: string; end: string }

export function boundsOf({ from, to }: Span, timeZone: string): Bounds {
  const next = Temporal.PlainDate.from(to).add({ days: 1 }).toString()
  return { start: startOfFarmDay(from, timeZone), end: startOfFarmDay(next, timeZone) }
}

export async function readWalkIns(db: Db, span: Span, timeZone: string): Promise<WalkIns> {
  const dayOf = cachedDays(timeZone)
  const bounds = boundsOf(span, timeZone)
  const dated = <Row extends { day: string | null; minute: string }>({
    day,
    minute,
    ...row
  }: Row) => {
    return { ...row, day: day ?? dayOf(`${minute}:00.000Z`) }
  }
  const tenders = (await sumTenders(db, span, bounds)).map(({ name, is_cash, ...row }) => {
    return { ...dated(row), kind: tenderKindOf({ name, is_cash }) }
  })
  const lines = (await sumLines(db, span, bounds)).map(({ is_gift, ...row }) => {
    return { ...row, is_gift: Boolean(is_gift) }
  })
  return { sales: (await countSales(db, span, bounds)).map(dated), lines, tenders }
}

/** By the minute where no market day is named: in every time zone a day begins with one. */
const MINUTE = sql<string>`case when sales.market_day_id is null then substr(sales.at, 1, 16) else '' end`

/** Sales of a period. Two branches, each of which an index serves. */
const salesOf = (span: Span, { start, end }: Bounds) => sql<SqlBool>`sales.undone_at is null
  and sales.id in (
    select id from sales where market_day_id in (
      select id from market_days where day between ${span.from} and ${span.to})
    union all
    select id from sales where market_day_id is null and at >= ${start} and at < ${end})`

function countSales(db: Db, span: Span, bounds: Bounds) {
  return db
    .selectFrom('sales')
    .leftJoin('market_days', 'market_days.id', 'sales.market_day_id')
    .select(['day', 'place_id', MINUTE.as('minute')])
    .select((row) => row.fn.countAll<number>().as('sales'))
    .where(salesOf(span, bounds))
    .groupBy(['day', 'place_id', MINUTE])
    .execute()
}

function sumLines(db: Db, span: Span, bounds: Bounds) {
  const isGift = sql<boolean | number>`sales.total_cents = 0`
  return db
    .selectFrom('sales')
    .innerJoin('sale_items', 'sale_items.sale_id', 'sales.id')
    .select(['product_id', isGift.as('is_gift')])
    .select((row) => row.fn.sum<number>('units').as('units'))
    .select((row) => row.fn.sum<number>('cents').as('cents'))
    .where(salesOf(span, bounds))
    .groupBy(['product_id', isGift])
    .execute()
}

function sumTenders(db: Db, span: Span, bounds: Bounds) {
  return db
    .selectFrom('sales')
    .innerJoin('tenders', 'tenders.sale_id', 'sales.id')
    .leftJoin('market_days', 'market_days.id', 'sales.market_day_id')
    .select(['day', 'place_id', MINUTE.as('minute'), 'tenders.name', 'is_cash'])
    .select((row) => row.fn.sum<number>('amount_cents').as('cents'))
    .where(salesOf(span, bounds))
    .groupBy(['day', 'place_id', MINUTE, 'tenders.name', 'is_cash'])
    .execute()
}
