import type { Selectable } from 'kysely'
import { farmDayOf } from '#contract/farm-time.ts'
import type { Cents } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { SalesMoney } from '#server/db/tables/analytics.ts'
import type { OrderItemsTable } from '#server/db/tables/orders.ts'
import { type PaidLine, type Sold, soldOf } from './share-money.ts'

/** `kept`: what was taken for it and not given back, in cents. */
export type PlacedOrder = {
  id: number
  created_at: string
  status: OrderStatus
  delivery_cents: Cents
  money: SalesMoney
  stored: number
}

export type OrderLine = Selectable<
  Omit<OrderItemsTable, 'name' | 'weigh_unit' | 'weigh_cents' | 'weigh_to'>
>

export type DaySales = {
  day: string
  money: SalesMoney
  orders: number
  cents: number
  products: Sold[]
}

/** What is given back counts on the day of its order. Lines are sorted by product. */
export function sumSales(
  orders: readonly PlacedOrder[],
  lines: readonly OrderLine[],
  timeZone: string,
): DaySales[] {
  const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
  const dayOf = cachedDays(timeZone)
  const byDay = Map.groupBy(orders, ({ created_at }) => dayOf(created_at))
  return [...byDay].flatMap(([day, placed]) =>
    [...Map.groupBy(placed, ({ money }) => money)].map(([money, own]) => {
      const standing = own.filter(({ status }) => status !== 'cancelled')
      const paid =
        money === 'none'
          ? []
          : standing.flatMap((order) => paidLines(order, linesOf.get(order.id) ?? []))
      const cents = own.reduce((sum, { stored }) => sum + stored, 0)
      return { day, money, orders: standing.length, cents, products: soldOf(paid) }
    }),
  )
}

function paidLines(
  { id, delivery_cents, stored }: PlacedOrder,
  lines: readonly OrderLine[],
): PaidLine[] {
  return lines.map((line) => ({
    ...line,
    orderId: id,
    productId: line.product_id,
    delivery_cents,
    net: stored,
  }))
}

/** In every time zone a day begins with a quarter of a UTC hour, in minutes. */
const QUARTER = 15

/** The farm's day of an instant; the calendar is asked once for each quarter of an hour. */
export function cachedDays(timeZone: string): (instant: string) => string {
  const days = new Map<string, string>()
  return (instant) => {
    const hour = instant.slice(0, 'YYYY-MM-DDTHH'.length)
    const minute = Number(instant.slice(hour.length + 1, hour.length + 3))
    const quarter = `${hour} ${Math.floor(minute / QUARTER)}`
    const day = days.get(quarter) ?? farmDayOf(instant, timeZone).toString()
    days.set(quarter, day)
    return day
  }
}

/** Order numbers per block, summed or checked as one. The triggers use the same number. */
export const BLOCK_SIZE = 1000

export function blockOf(orderId: number): number {
  return Math.floor(orderId / BLOCK_SIZE)
}
