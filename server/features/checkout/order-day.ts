import { isReferenceGone } from '#server/db/database-errors.ts'
import type { QuotedDay } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { GRACE, takeRoom } from '#server/features/calendar/capacity.ts'
import {
  chooseDay,
  type DayRequest,
  quotedDay,
  refusalOfDays,
} from '#server/features/calendar/choose-day.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './payment-record.ts'

/** One try to record an order: when, and which days were found without room before. */
export type Attempt = { at: Date; passed: readonly number[] }

/** Thrown inside a transaction: the day has no room left. */
class DayWithoutRoom extends Error {
  readonly marketDayId: number

  constructor(marketDayId: number) {
    super('The day has no room left.')
    this.marketDayId = marketDayId
  }
}

/** So many days are tried for an order that names none. */
const MAX_DAYS = 3

/**
 * Records an order on the day it names; one that names none goes to the next day when another order takes the last room.
 * @throws Refusal 'day-full', 'day-closed', 'place-closed'
 */
export async function recordOnADay<T>(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  request: DayRequest,
  record: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const passed: number[] = []
  for (;;) {
    const at = now()
    try {
      return await record({ at, passed })
    } catch (error) {
      // The farmer removed the day at that moment: the next look finds it gone.
      if (isReferenceGone(error, 'orders_market_day_id_fkey')) continue
      if (!(error instanceof DayWithoutRoom)) throw error
      passed.push(error.marketDayId)
      if (request.day || passed.length === MAX_DAYS)
        throw await refusalOfDays(db, request, at, passed)
    }
  }
}

/** Takes room on its day for an order that was just inserted. @throws DayWithoutRoom */
export async function requireRoom(tx: Db, day: QuotedDay | null): Promise<void> {
  if (day && (await takeRoom(tx, day.id)) !== 'taken') throw new DayWithoutRoom(day.id)
}

/**
 * The day that was promised when the payment was begun, for as long as ordering for it may be finished. Without a promise, the day
 * that who began then gets.
 * @throws Refusal 'day-closed', 'day-full', 'place-closed'
 */
export async function agreedDay(
  tx: Db,
  { basket, created_at }: PaymentRow,
  { orderData, at, passed }: Attempt & { orderData: DayRequest },
): Promise<QuotedDay | null> {
  const quoted = basket?.marketDay
  if (quoted === null) return null
  const isInTime = quoted && at.getTime() < Date.parse(quoted.orderUntil) + GRACE
  if (quoted && isInTime && !passed.includes(quoted.id)) return quoted
  const begun = new Date(Math.max(Date.parse(created_at), at.getTime() - GRACE))
  const { marketDay } = await chooseDay(tx, orderData, begun, { passed, isBegun: true })
  return quotedDay(marketDay)
}
