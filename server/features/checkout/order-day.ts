import { isReferenceGone } from '#server/db/database-errors.ts'
import type { QuotedDay } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import {
  chooseDay,
  type DayRequest,
  quotedDay,
  refusalOfDays,
} from '#server/features/calendar/choose-day.ts'
import {
  GRACE,
  isOverLimit,
  type LimitedLine,
  takeRoom,
} from '#server/features/calendar/day-room.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './payment-record.ts'

export type Attempt = { at: Date; tried: readonly number[]; full: readonly number[] }

/** Thrown inside a transaction: the day is full, or has too few of some products. */
class DayWithoutRoom extends Error {
  readonly marketDayId: number
  readonly isFull: boolean
  readonly limited: readonly LimitedLine[]

  constructor(marketDayId: number, isFull: boolean, limited: readonly LimitedLine[]) {
    super('The day has no room left.')
    this.marketDayId = marketDayId
    this.isFull = isFull
    this.limited = limited
  }
}

const MAX_DAYS = 3

/**
 * Records an order on the day it names. One that names none goes to the next day if another order
 * takes the last room, or the last units of a day.
 * @throws Refusal 'day-full', 'sold-out', 'day-closed', 'place-closed'
 */
export async function recordOnADay<T>(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  request: DayRequest,
  record: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const tried: number[] = []
  const full: number[] = []
  for (;;) {
    const at = now()
    try {
      return await record({ at, tried, full })
    } catch (error) {
      // The farmer just removed the day: the next try finds it gone.
      if (isReferenceGone(error, 'orders_market_day_id_fkey')) continue
      if (!(error instanceof DayWithoutRoom)) throw error
      tried.push(error.marketDayId)
      if (error.isFull) full.push(error.marketDayId)
      const { limited: lines } = error
      if (request.day || tried.length === MAX_DAYS)
        throw await refusalOfDays(db, request, at, { passed: full, lines })
    }
  }
}

/**
 * Takes room for an order that was just inserted, once its units are counted; whoever orders the
 * same waits for its products.
 * @throws DayWithoutRoom
 */
export async function requireRoom(
  tx: Db,
  day: QuotedDay | null,
  limited: readonly LimitedLine[],
): Promise<void> {
  if (!day) return
  if (await isOverLimit(tx, day, limited)) throw new DayWithoutRoom(day.id, false, limited)
  if ((await takeRoom(tx, day.id)) !== 'taken') throw new DayWithoutRoom(day.id, true, limited)
}

/**
 * The day promised when the payment began, while its orders may still be completed; without a
 * promise, the day that somebody who began then would get.
 * @throws Refusal 'day-closed', 'day-full', 'sold-out', 'place-closed'
 */
export async function agreedDay(
  tx: Db,
  { basket, created_at }: PaymentRow,
  { orderData, at, tried, full }: Attempt & { orderData: DayRequest },
  lines: readonly LimitedLine[],
): Promise<QuotedDay | null> {
  const quoted = basket?.marketDay
  if (quoted === null) return null
  const isInTime = quoted && at.getTime() < Date.parse(quoted.orderUntil) + GRACE
  if (quoted && isInTime && !tried.includes(quoted.id)) return quoted
  const begun = new Date(Math.max(Date.parse(created_at), at.getTime() - GRACE))
  const { marketDay } = await chooseDay(tx, orderData, begun, {
    passed: full,
    isBegun: true,
    lines,
  })
  return quotedDay(marketDay)
}
