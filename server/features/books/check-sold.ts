import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { rowsOf } from './order-laws.ts'

/** Walk-in sales and cash boxes: checked as a whole each time, since no order refers to them. */
export async function checkSold(db: Db): Promise<BookRow[]> {
  return [...(await wrongSaleSums(db)), ...(await wrongCounts(db))]
}

/** A sale's lines are its total, and what was paid for it; of one that is undone, nothing is left. */
async function wrongSaleSums(db: Db): Promise<BookRow[]> {
  const rows = await rowsOf<{
    id: string
    owed: number
    total: number
    lines: number
    paid: number
  }>(
    db,
    sql`
      select id, case when undone_at is null then total_cents else 0 end as owed,
        total_cents as total, coalesce(items.cents, 0) as lines, coalesce(paid.cents, 0) as paid
      from sales
      left join (select sale_id, sum(cents) as cents from sale_items group by sale_id) as items
        on items.sale_id = sales.id
      left join (select sale_id, sum(amount_cents) as cents from tenders
        where sale_id is not null group by sale_id) as paid on paid.sale_id = sales.id
      where coalesce(items.cents, 0) <> total_cents or coalesce(paid.cents, 0) <>
        case when undone_at is null then total_cents else 0 end
      order by id`,
  )
  return rows.map(({ id, owed, total, lines, paid }) => {
    const isOfLines = Number(lines) !== total
    const [found, expected] = isOfLines ? [Number(lines), total] : [Number(paid), owed]
    const message = isOfLines
      ? `A sale of ${formatCents(total)} has lines that add up to ${formatCents(found)}.`
      : `A sale of ${formatCents(expected)} has payments of ${formatCents(found)}.`
    return { law: 'sale', subject: `sale:${id}`, found, expected, words: message }
  })
}

/**
 * What does not say how many counts were before it: so near to a count, in milliseconds, it may be
 * on either side.
 */
const NEAR = 10_000

/** What should be in a box when it was counted is what was taken and moved until then. */
async function wrongCounts(db: Db): Promise<BookRow[]> {
  const counts = await db.selectFrom('cash_counts').selectAll().orderBy('id').execute()
  const rows: BookRow[] = []
  for (const { market_day_id, number, expected_cents: found, at } of counts) {
    const from = new Date(Date.parse(at) - NEAR).toISOString()
    const until = new Date(Date.parse(at) + NEAR).toISOString()
    const parts = await listCash(db, market_day_id)
    const isSeen = ({ at, after }: CashPart) => (after === null ? at < from : after < number)
    const sure = parts.filter(isSeen)
    const near = parts
      .filter((part) => part.after === null && part.at >= from && part.at <= until)
      .map(({ cents }) => cents)
    const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
    const expected = sum(sure.map(({ cents }) => cents))
    const [least, most] = [
      expected + sum(near.filter((cents) => cents < 0)),
      expected + sum(near.filter((cents) => cents > 0)),
    ]
    if (found >= least && found <= most) continue
    const message = `Count ${number} of the cash box says that ${formatCents(found)} should be there, but it adds up to ${formatCents(expected)}.`
    rows.push({ law: 'cash', subject: `day:${market_day_id}`, found, expected, words: message })
  }
  return rows
}

type CashPart = { cents: number; at: string; after: number | null }

async function listCash(db: Db, dayId: number): Promise<CashPart[]> {
  const columns = ['amount_cents as cents', 'at', 'after_count as after'] as const
  const tenders = db.selectFrom('tenders').select(columns).where('is_cash', '=', true)
  const moves = db.selectFrom('cash_moves').select(columns)
  return [
    ...(await tenders.where('market_day_id', '=', dayId).execute()),
    ...(await moves.where('market_day_id', '=', dayId).execute()),
  ]
}
