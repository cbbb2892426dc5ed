import { sql } from 'kysely'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { DbAndClock } from '#server/shop.ts'
import {
  type Calendar,
  listStoredDays,
  lockCalendar,
  readCalendar,
  type StoredDay,
} from './calendar-queries.ts'
import { openOrders } from './open-orders.ts'
import { isAsPlanned, type PlannedDay, planPlace } from './plan-days.ts'

const DAYS_AHEAD = 90

export type DayChanges = {
  made: PlannedDay[]
  changed: { id: number; to: PlannedDay }[]
  removed: StoredDay[]
  retained: StoredDay[]
}

export async function fillDays({ db, now }: DbAndClock): Promise<void> {
  const at = now()
  if (isNothing(await compareDays(db, at))) return
  await write(db, (tx, emit) => fillDaysInside(tx, emit, at))
}

export async function fillDaysInside(tx: Db, emit: Emit, at: Date): Promise<void> {
  await lockCalendar(tx)
  await applyChanges(tx, await compareDays(tx, at))
  emit({ kind: 'days' })
}

function isNothing({ made, changed, removed }: DayChanges): boolean {
  return made.length + changed.length + removed.length === 0
}

export async function compareDays(db: Db, at: Date): Promise<DayChanges> {
  const horizon = await readHorizon(db, at)
  const planned = planAll(await readCalendar(db), horizon)
  return differences(planned, await listStoredDays(db, horizon.from.toString()))
}

type Horizon = { from: Temporal.PlainDate; until: Temporal.PlainDate; timeZone: string }

export async function readHorizon(db: Db, at: Date): Promise<Horizon> {
  const timeZone = await readTimeZone(db)
  const from = farmDayOf(at.toISOString(), timeZone)
  return { from, until: from.add({ days: DAYS_AHEAD }), timeZone }
}

export function planAll(calendar: Calendar, { from, until, timeZone }: Horizon): PlannedDay[] {
  return calendar.places
    .filter((place) => place.retired_at === null)
    .flatMap((place) => planPlace(place.id, calendar, { from, until }, timeZone))
}

export function differences(
  planned: readonly PlannedDay[],
  stored: readonly StoredDay[],
): DayChanges {
  const changes: DayChanges = { made: [], changed: [], removed: [], retained: [] }
  const storedByDay = new Map(stored.map((day) => [keyOf(day), day]))
  const wanted = new Set(planned.map(keyOf))
  for (const plan of planned) {
    const day = storedByDay.get(keyOf(plan))
    if (!day) changes.made.push(plan)
    else if (day.by_hand || isAsPlanned(day, plan)) continue
    else if (day.orders > 0) changes.retained.push(day)
    else changes.changed.push({ id: day.id, to: plan })
  }
  for (const day of stored) {
    if (day.by_hand || wanted.has(keyOf(day))) continue
    ;(day.orders > 0 ? changes.retained : changes.removed).push(day)
  }
  return changes
}

export function keyOf({ place_id, day }: { place_id: number; day: string }): string {
  return `${place_id} ${day}`
}

/**
 * Applies what `compareDays` found. Another process may have done so already, and an order may have
 * arrived since: its day stays. A day whose orders were all canceled is closed, not removed.
 */
export async function applyChanges(
  tx: Db,
  { made, changed, removed }: Pick<DayChanges, 'made' | 'changed' | 'removed'>,
): Promise<void> {
  if (made.length > 0) {
    const days = await tx
      .insertInto('market_days')
      .values(made.map((day) => ({ ...day, by_hand: false })))
      .onConflict((exists) => exists.columns(['place_id', 'day']).doNothing())
      .returning(['id', 'day'])
      .execute()
    await limitNewDays(tx, days)
  }
  await lockDays(tx, [...changed, ...removed])
  for (const { id, to } of changed)
    await tx
      .updateTable('market_days')
      .set({ ...to, ...RAISED })
      .where('id', '=', id)
      .where(isFree)
      .execute()
  const ids = removed.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .deleteFrom('market_days')
    .where('id', 'in', ids)
    .where(sql<boolean>`(${isUnused})`)
    .execute()
  await tx
    .updateTable('market_days')
    .set({ state: 'closed', ...RAISED })
    .where('id', 'in', ids)
    .where(isFree)
    .execute()
}

/** Columns that reference a day and so keep it from being deleted; cascading ones are left out. */
export const SPEAKS_OF_DAYS = [
  ...[
    'orders',
    'outbox',
    'sales',
    'tenders',
    'cash_moves',
    'cash_counts',
    'no_shows',
    'stall_days',
    'stall_readings',
    'stall_written_off',
    'stall_goods',
    'stall_loads',
    'stock_debts',
    'stock_movements',
    'calls',
    'told_times',
  ].map((table) => [table, 'market_day_id'] as const),
  ['order_changes', 'from_day_id'],
  ['order_changes', 'to_day_id'],
  ['no_shows', 'to_day_id'],
] as const

const isUnused = sql.join(
  SPEAKS_OF_DAYS.map(([table, column]) => isNowhere(table, column)),
  sql` and `,
)

function isNowhere(table: string, column: string) {
  return sql<boolean>`not exists
    (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = market_days.id)`
}

export const isFree = sql<boolean>`not exists (select 1 from orders
  where orders.market_day_id = market_days.id and orders.status <> 'cancelled')`

/** New orders wait for this lock; those already placed are visible from here on. */
export async function lockDays(tx: Db, days: readonly { id: number }[]): Promise<void> {
  await tx
    .selectFrom('market_days')
    .select('id')
    .where(
      'id',
      'in',
      days.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type LimitRule = { weekday: number; most: number }

export type Day = { id: number; day: string }

export function mostOf(rules: readonly LimitRule[], day: string): number | null {
  const { dayOfWeek } = Temporal.PlainDate.from(day)
  const rule =
    rules.find(({ weekday }) => weekday === dayOfWeek) ?? rules.find(({ weekday }) => weekday === 0)
  return rule?.most ?? null
}

/** Only for days without orders; also limits hidden and deleted products, which may come back. */
export async function limitNewDays(tx: Db, days: readonly Day[]): Promise<void> {
  if (days.length === 0) return
  const rules = await tx
    .selectFrom('product_limits')
    .select(['product_id', 'weekday', 'most'])
    .execute()
  const products = [...Map.groupBy(rules, ({ product_id }) => product_id)]
  const limits = days.flatMap(({ id, day }) =>
    products.flatMap(([product_id, its]) => {
      const most = mostOf(its, day)
      return most === null ? [] : [{ ...limitOf(id, product_id, most), taken: 0 }]
    }),
  )
  for (let first = 0; first < limits.length; first += AT_ONCE)
    await tx
      .insertInto('day_limits')
      .values(limits.slice(first, first + AT_ONCE))
      .onConflict((exists) => exists.columns(['market_day_id', 'product_id']).doNothing())
      .execute()
}

const AT_ONCE = 1000

export function limitOf(market_day_id: number, product_id: number, most: number) {
  return { market_day_id, product_id, most, by_hand: false }
}

/** Set this with every change of a day's hours or state, or of its place's name or address. */
export const RAISED = { revision: sql<number>`revision + 1` }

type OfDays = { id: number } | { place_id: number }

/**
 * Call before changing days: raises the revision of orders waiting for them, so calendar entries
 * get replaced, and remembers what buyers were told. Locks orders before days, like all other code.
 */
export async function raiseRevisions(tx: Db, of: OfDays, at: Date): Promise<void> {
  const days = tx
    .selectFrom('market_days')
    .select('id')
    .where((row) => row.and(of))
    .where('closes_at', '>', at.toISOString())
  const orders = openOrders(tx).select('orders.id').where('orders.market_day_id', 'in', days)
  const raised = await tx
    .updateTable('orders')
    .set(RAISED)
    .where('id', 'in', orders)
    .returning('id')
    .execute()
  await rememberTold(
    tx,
    raised.map(({ id }) => id),
  )
}

/** Pickup places only: buyers never see a delivery zone's name. */
export const PLACE_AS_TOLD = sql<string>`(case when places.kind = 'pickup'
  then places.name || ', ' || places.address else '' end)`

async function rememberTold(tx: Db, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id as order_id', 'market_days.id as market_day_id'])
    .select(['market_days.opens', 'market_days.closes', 'market_days.order_until'])
    .select(PLACE_AS_TOLD.as('place'))
    .where('orders.id', 'in', orderIds)
    .execute()
  await tx
    .insertInto('told_times')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute()
}
