import type { DeskCalendar, DeskDay } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { fromColumns } from '#server/db/to-columns.ts'
import type { Db } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import {
  type DayRule,
  listStoredDays,
  PLACE_COLUMNS,
  type Place,
  readCalendar,
  type StoredDay,
  showTerms,
} from './calendar-queries.ts'
import { showClosure } from './edit-closure.ts'
import { showRule } from './edit-rule.ts'
import { listUnsettledDays } from './open-orders.ts'
import { findPause } from './pause-orders.ts'

export async function showCalendar(db: Db, at: Date): Promise<DeskCalendar> {
  const timeZone = await readTimeZone(db)
  const { places, rules, closures } = await readCalendar(db)
  const today = farmDayOf(at.toISOString(), timeZone).toString()
  return {
    places: places.map((place) => showPlace(place, rules)),
    closures: closures.flatMap(showClosure),
    pause: await findPause(db, at),
    days: await showDays(db, today, timeZone),
  }
}

export async function showDays(db: Db, from: string, timeZone: string): Promise<DeskDay[]> {
  const days = await listUnsettledDays(db)
  const unsettled = new Map(days.map(({ id, orders }) => [id, orders.length]))
  return (await listStoredDays(db, from)).map((day) =>
    showDay(day, unsettled.get(day.id) ?? 0, timeZone),
  )
}

function showDay(row: StoredDay, unsettled: number, timeZone: string): DeskDay {
  return {
    id: row.id,
    placeId: row.place_id,
    day: row.day,
    opens: row.opens,
    closes: row.closes,
    ...orderEndOf(row, timeZone),
    capacity: row.capacity,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
    orderUntil: row.order_until,
    state: row.state,
    message: row.message,
    ruleId: row.rule_id,
    byHand: row.by_hand,
    orders: row.orders,
    unsettled,
  }
}

export function orderEndOf(
  { day, order_until }: Pick<StoredDay, 'day' | 'order_until'>,
  timeZone: string,
): { orderDays: number; orderTime: string } {
  const end = Temporal.Instant.from(order_until).toZonedDateTimeISO(timeZone)
  return {
    orderDays: end.toPlainDate().until(Temporal.PlainDate.from(day)).days,
    orderTime: end.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}

export function showPlace(row: Place, rules: readonly DayRule[]): DeskPlace {
  return {
    id: row.id,
    key: row.key,
    kind: row.kind,
    ...fromColumns(PLACE_COLUMNS, row),
    ...showTerms(row),
    taxRate: row.tax_bp === null ? undefined : row.tax_bp / 100,
    taxReducedRate: row.tax_reduced_bp === null ? undefined : row.tax_reduced_bp / 100,
    isRetired: row.retired_at !== null,
    rules: rules.filter(({ place_id }) => place_id === row.id).map(showRule),
  }
}
