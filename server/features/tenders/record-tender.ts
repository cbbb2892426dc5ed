import { parseWaysToPay, type WayToPay } from '#contract/money/tenders.ts'
import { invalidField } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { listDaysOn } from '#server/features/calendar/choose-day.ts'
import type { TenderRow } from '#server/features/order-balance/order-balance.ts'
import { readSetting, readToday } from '#server/features/settings/read-setting.ts'

/** @throws Refusal 'invalid' for a name that is none of the shop's ways to pay */
export async function requireWay(db: Db, name: string, field = 'way'): Promise<WayToPay> {
  const ways = parseWaysToPay(await readSetting(db, 'ways_to_pay'))
  const way = ways.find((one) => one.name === name)
  if (way) return way
  const names = ways.map((one) => one.name).join(', ')
  throw invalidField(field, `Please choose one of your ways to pay: ${names}.`)
}

type NewTender = {
  id: string
  of: { orderId: number } | { saleId: string }
  /** Without `isEbt`, the shop's list says it: phones do not send it. */
  way: Pick<WayToPay, 'name' | 'isCash' | 'isEbt'>
  /** In cents; negative when given back. */
  amount: number
  note: string | null
  marketDayId: number | null
  at: Date
}

export async function recordTender(tx: Db, tender: NewTender): Promise<void> {
  const { id, of, way, amount, note, marketDayId, at } = tender
  const after_count = marketDayId === null ? null : await countBefore(tx, marketDayId)
  await tx
    .insertInto('tenders')
    .values({
      id,
      order_id: 'orderId' in of ? of.orderId : null,
      sale_id: 'saleId' in of ? of.saleId : null,
      name: way.name,
      is_cash: way.isCash,
      is_ebt: !way.isCash && (way.isEbt ?? (await isEbtName(tx, way.name))),
      amount_cents: amount,
      note,
      market_day_id: marketDayId,
      at: at.toISOString(),
      after_count,
    })
    .execute()
}

async function isEbtName(tx: Db, name: string): Promise<boolean> {
  const ways = parseWaysToPay(await readSetting(tx, 'ways_to_pay'))
  return ways.some((way) => way.name === name && way.isEbt === true)
}

export async function findTender(db: Db, id: string): Promise<TenderRow | null> {
  const row = db.selectFrom('tenders').selectAll().where('id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

/** The order's own day if that is today, else today's only pickup; null for none or several. */
export async function dayOfMoney(
  db: Db,
  ownDayId: number | null,
  at: Date,
): Promise<number | null> {
  const today = await readToday(db, at)
  const days = await listDaysOn(db, today)
  if (days.some(({ id }) => id === ownDayId)) return ownDayId
  const pickups = days.filter(({ kind }) => kind === 'pickup')
  return pickups.length === 1 ? (pickups[0]?.id ?? null) : null
}

/** Cash counts before this entry: money they haven't seen is late. Waits for a count under way. */
export async function countBefore(tx: Db, marketDayId: number): Promise<number> {
  const day = tx.selectFrom('market_days').select('id').where('id', '=', marketDayId)
  await day.forKeyShare().execute()
  const { last } = await tx
    .selectFrom('cash_counts')
    .select((row) => row.fn.max('number').as('last'))
    .where('market_day_id', '=', marketDayId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}
