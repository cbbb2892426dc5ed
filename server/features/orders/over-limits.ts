import type { OverLimit } from '#contract/orders/order-changes.ts'
import type { Db } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import { type LimitedLine, listLimits, soldOutForDay } from '#server/features/calendar/day-room.ts'
import { listOrderLines, type OrderRow } from '#server/features/checkout/order-record.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import type { Plan } from './plan-change.ts'

/**
 * What a previewed change would put over the day's limits. Goods of a moved order may exceed them;
 * newly added goods may not.
 * @throws Refusal 'sold-out'
 */
export async function findOverLimits(db: Db, order: OrderRow, plan: Plan): Promise<OverLimit[]> {
  const dayId = plan.to?.id ?? order.market_day_id
  const lines = await linesForDay(db, order, plan)
  if (dayId === null || lines.length === 0) return []
  const over: OverLimit[] = []
  for (const { product_id, most, taken } of await listLimits(db, [dayId], lines)) {
    const line = lines.find(({ productId }) => productId === product_id)
    if (!line || taken + line.quantity <= most) continue
    const { name, quantity } = line
    const comesIn = plan.lines.some(({ productId, units }) => productId === product_id && units > 0)
    if (comesIn)
      throw soldOutForDay(
        { name, left: Math.max(0, most - taken) },
        await requireDay(db, dayId),
        undefined,
      )
    over.push({ name, units: taken + quantity, most })
  }
  return over
}

async function linesForDay(db: Db, order: OrderRow, { lines, to }: Plan): Promise<LimitedLine[]> {
  const units = new Map<number, LimitedLine>()
  const standing = to ? await listOrderLines(db, order.id) : []
  for (const { productId, name, quantity } of standing)
    units.set(productId, { productId, name, quantity })
  for (const { productId, name, units: more } of lines) {
    const quantity = (units.get(productId)?.quantity ?? 0) + more
    if (to || more > 0) units.set(productId, { productId, name, quantity })
  }
  return [...units.values()].filter(({ quantity }) => quantity > 0)
}

export async function overLimitsOf(
  db: Db,
  dayId: number,
  orderIds: readonly number[],
): Promise<OverLimit[]> {
  if (orderIds.length === 0) return []
  const lines = await db
    .selectFrom('order_items')
    .select(['product_id as productId', (row) => row.fn.max('name').as('name')])
    .select((row) => row.fn.sum<number>(STANDING_UNITS).as('quantity'))
    .where('order_id', 'in', orderIds)
    .groupBy('product_id')
    .execute()
  if (lines.length === 0) return []
  const limits = await listLimits(db, [dayId], lines)
  return limits.flatMap(({ product_id, most, taken }) => {
    const line = lines.find(({ productId }) => productId === product_id)
    const units = taken + Number(line?.quantity ?? 0)
    return line && units > most ? [{ name: line.name, units, most }] : []
  })
}
