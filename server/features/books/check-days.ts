import type { BookRow } from '#contract/books.ts'
import { formatFullDay } from '#contract/date-format.ts'
import type { Db } from '#server/db/tables.ts'
import { GRACE } from '#server/features/calendar/day-room.ts'
import type { Part } from './book-queries.ts'
import { checkLoads } from './check-loads.ts'
import { checkSold } from './check-sold.ts'
import { findWrongCounts, findWrongLimits, findWrongPlaces, listLateOrders } from './day-queries.ts'

const nothing = { found: null, expected: null }

/** An order is begun before its ordering ends, and placed within half an hour of it. */
export async function lateOrders(db: Db, part: Part): Promise<BookRow[]> {
  return (await listLateOrders(db, part)).flatMap(({ order_id, order_until, begun, placed }) => {
    const isBegunLate = begun !== null && begun >= order_until
    const isPlacedLate = Date.parse(placed) >= Date.parse(order_until) + GRACE
    if (!isBegunLate && !isPlacedLate) return []
    const what = isBegunLate ? `was begun at ${begun}` : `was placed at ${placed}`
    return {
      law: 'late',
      subject: `order:${order_id}`,
      ...nothing,
      words: `Order #${order_id} ${what}, but orders were taken until ${order_until}.`,
    }
  })
}

export async function wrongPlaces(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongPlaces(db, part)).map(
    ({ order_id, order_place, order_day, place, day }) => ({
      law: 'place',
      subject: `order:${order_id}`,
      ...nothing,
      words: `Order #${order_id} says ${order_place ?? 'no place'} on ${order_day ?? 'no day'}, but its market day is ${day ? `${place} on ${day}` : 'missing'}.`,
    }),
  )
}

/** What is looked at as a whole each time, since no order tells of it. */
export async function checkDays(db: Db): Promise<BookRow[]> {
  return [
    ...(await wrongCounts(db)),
    ...(await wrongLimits(db)),
    ...(await checkSold(db)),
    ...(await checkLoads(db)),
  ]
}

async function wrongCounts(db: Db): Promise<BookRow[]> {
  return (await findWrongCounts(db)).map(({ id, day, name, taken, orders }) => ({
    law: 'places',
    subject: `day:${id}`,
    found: taken,
    expected: Number(orders),
    words: `${name} on ${formatFullDay(day)}: ${taken} boxes are taken, but there are ${orders} orders.`,
  }))
}

async function wrongLimits(db: Db): Promise<BookRow[]> {
  return (await findWrongLimits(db)).map(({ id, day, place, name, taken, units }) => ({
    law: 'limits',
    subject: `day:${id}`,
    found: taken,
    expected: Number(units),
    words: `${place} on ${formatFullDay(day)}: ${taken} of ${name} are counted, but ${units} are ordered.`,
  }))
}

const WHOLE: ReadonlySet<BookRow['law']> = new Set([
  ...(['places', 'limits', 'sale', 'sold', 'cash'] as const),
  ...(['load', 'debts', 'commands'] as const),
])

/** Whether each check finds these rows anew. */
export function isOfDays({ law }: BookRow): boolean {
  return WHOLE.has(law)
}
