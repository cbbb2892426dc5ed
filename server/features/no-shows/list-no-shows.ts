import { type SqlBool, sql } from 'kysely'
import type { MissedDay, NoShow } from '#contract/market/no-shows.ts'
import { toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { isUnpaid, standingOf } from '#contract/money/standing.ts'
import { TO_PACK } from '#server/db/order-statuses.ts'
import type { Db } from '#server/db/write.ts'
import { listUnheardPhones } from '#server/features/calendar/phones-of-day.ts'
import {
  capturedLeft,
  listItems,
  paymentStatusOf,
  selectMoney,
} from '#server/features/order-balance/order-balance.ts'
import { listOnline } from '#server/features/orders/order-queries.ts'
import { readToday } from '#server/features/settings/read-setting.ts'

/** Days that ended, or were held until, longer ago than this are no longer asked about. */
const DAYS_BACK = 14

function isMissed(at: Date) {
  return sql<SqlBool>`orders.status in ${TO_PACK} and orders.collected_at is null
    and not orders.has_left and places.kind = 'pickup' and market_days.state = 'open'
    and market_days.closes_at <= ${at.toISOString()}`
}

/** How long the latest decision about that day holds the order; null if none does. */
const HELD_UNTIL = sql<string | null>`(select keep_until from no_shows
  where no_shows.order_id = orders.id and no_shows.market_day_id = orders.market_day_id
  order by no_shows.at desc, no_shows.id desc limit 1)`

type ListContext = { at: Date; hasMail: boolean }

export async function listNoShows(db: Db, { at, hasMail }: ListContext): Promise<MissedDay[]> {
  const { today, dayIds } = await listDaysToAsk(db, at)
  const rows = dayIds.length > 0 ? await selectMissed(db, at, dayIds) : []
  const ids = rows.map(({ id }) => id)
  const [items, online] = [await listItems(db, ids), await listOnline(db, ids)]
  const show = (row: Awaited<ReturnType<typeof selectMissed>>[number]): NoShow => ({
    id: row.id,
    customerName: row.customer_name,
    customerPhone: row.customer_phone,
    boxes: row.boxes,
    isPacked: row.packed_at !== null,
    items: (items.get(row.id) ?? [])
      .map((item) => ({ name: item.name, units: standingOf(item) }))
      .filter(({ units }) => units > 0),
    left: toDollars(capturedLeft(row)),
    paidByHand: dollarsOf(Number(row.paid ?? 0)),
    isUnpaid: isUnpaid({ status: row.status, paymentStatus: paymentStatusOf(row) }),
    keptUntil: row.kept_until,
    isKept: row.kept_until !== null && row.kept_until >= today,
    revision: row.revision,
    canNotifyBuyer: hasMail && row.customer_email !== '',
    ...(online.has(row.id) && row.customer_email !== '' ? { orderedOnline: true as const } : {}),
  })
  const unheard = await listUnheardPhones(db, [...new Set(rows.map(({ day_id }) => day_id))])
  return [...Map.groupBy(rows, ({ day_id }) => day_id).values()].flatMap((orders) => {
    const [first] = orders
    if (!first) return []
    const { day_id: id, day, place_name: placeName, closes_at: closesAt } = first
    const phones = unheard.filter(({ dayId }) => dayId === id)
    return [{ id, day, placeName, closesAt, unheard: phones, orders: orders.map(show) }]
  })
}

export async function countNoShows(db: Db, at: Date): Promise<number> {
  const { today, dayIds } = await listDaysToAsk(db, at)
  const { many } = await db
    .selectFrom('orders')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('orders.market_day_id', 'in', dayIds)
    .where(isMissed(at))
    .where(sql<SqlBool>`coalesce(${HELD_UNTIL}, '') < ${today}`)
    .executeTakeFirstOrThrow()
  return Number(many)
}

async function listDaysToAsk(db: Db, at: Date): Promise<{ today: string; dayIds: number[] }> {
  const today = await readToday(db, at)
  const since = Temporal.PlainDate.from(today).subtract({ days: DAYS_BACK }).toString()
  const days = db.selectFrom('market_days').select('id').where('day', '>=', since)
  const over = days.where('closes_at', '<=', at.toISOString())
  const decided = db.selectFrom('no_shows').select('market_day_id as id')
  const all = await over.union(decided.where('keep_until', '>=', since)).execute()
  return { today, dayIds: all.map(({ id }) => id) }
}

function selectMissed(db: Db, at: Date, dayIds: readonly number[]) {
  return selectMoney(db)
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'orders.status', 'orders.customer_name', 'orders.customer_phone'])
    .select(['orders.customer_email', 'orders.boxes', 'orders.packed_at', 'orders.revision'])
    .select(['market_days.id as day_id', 'market_days.day', 'market_days.closes_at'])
    .select(['places.name as place_name', HELD_UNTIL.as('kept_until')])
    .where('orders.market_day_id', 'in', dayIds)
    .where(isMissed(at))
    .orderBy('market_days.closes_at', 'desc')
    .orderBy('market_days.id')
    .orderBy('orders.id')
    .execute()
}
