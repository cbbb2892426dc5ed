import { createHash } from 'node:crypto'
import { cents } from '#contract/money/money.ts'
import type { ShortDraft } from '#contract/packing/short-harvest.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { applyPlan } from '#server/features/orders/change-order.ts'
import { endOrder } from '#server/features/orders/end-order.ts'
import { type LockedOrder, lockOrderAndPayment } from '#server/features/orders/require-order.ts'
import { adjustStock } from '#server/features/stock/move-stock.ts'
import type { PlannedOrder, ShortPlan } from './plan-short.ts'

/** Locks orders with their payments, the lower number first. */
export async function lockOrders(
  tx: Db,
  ids: readonly number[],
  at: Date,
): Promise<Map<number, LockedOrder>> {
  const locked = new Map<number, LockedOrder>()
  for (const id of [...ids].sort((one, other) => one - other))
    locked.set(id, await lockOrderAndPayment(tx, id, at))
  return locked
}

type Short = {
  draft: ShortDraft
  plan: ShortPlan
  locked: ReadonlyMap<number, LockedOrder>
  notifies: boolean
  at: Date
}

/** Does what was planned, of orders and products that are locked. */
export async function applyShort(tx: Db, emit: Emit, short: Short): Promise<void> {
  const { draft, plan, locked, at } = short
  for (const planned of plan.orders) {
    const its = locked.get(planned.order.id)
    if (planned.change && its) await giveFewer(tx, emit, { ...short, its, planned })
  }
  await storeCalls(tx, short)
  if (draft.takesOff && plan.offered > 0) {
    await adjustStock(tx, draft.productId, 0 - plan.offered, at, 'missing')
    emit({ kind: 'stock', productIds: [draft.productId] })
  }
  await endEmptied(tx, emit, short)
}

type OneOrder = Short & { its: LockedOrder; planned: PlannedOrder }

async function giveFewer(tx: Db, emit: Emit, one: OneOrder): Promise<void> {
  const { draft, its, planned, notifies, at } = one
  if (!planned.change) return
  const lines = planned.change.lines.map(({ productId, units, cents: amount, goods }) =>
    goods === null
      ? { productId, units, price: cents(amount / units) }
      : { productId, units, goods },
  )
  await applyPlan(tx, emit, {
    ...its,
    plan: { ...planned.change, refunded: cents(planned.refunded), delivery: 0, to: null },
    draft: {
      id: idOfPart(draft.id, its.order.id),
      lines,
      reason: draft.reason,
      notifiesBuyer: notifies,
    },
    by: 'short',
    at,
  })
}

async function endEmptied(tx: Db, emit: Emit, { draft, plan, locked, at }: Short): Promise<void> {
  const ended = plan.orders
    .filter(({ outcome }) => outcome === 'ended')
    .flatMap(({ order }) => locked.get(order.id) ?? [])
    .sort((one, other) => (one.order.market_day_id ?? 0) - (other.order.market_day_id ?? 0))
  const why = draft.reason ? { reason: draft.reason } : {}
  for (const its of ended)
    await endOrder(tx, emit, { ...its, goods: draft.goods, by: 'desk', at, ...why })
}

async function storeCalls(tx: Db, { draft, plan, at }: Short): Promise<void> {
  const ids = plan.orders.map(({ order }) => order.id)
  if (ids.length === 0) return
  await tx
    .deleteFrom('short_calls')
    .where('product_id', '=', draft.productId)
    .where('order_id', 'in', ids)
    .execute()
  const waiting = plan.orders.filter(({ outcome }) => outcome === 'waits')
  const calls = waiting.map(({ order, gets }) => ({
    ...{ order_id: order.id, product_id: draft.productId, gets, at: at.toISOString() },
  }))
  if (calls.length > 0) await tx.insertInto('short_calls').values(calls).execute()
}

/** The id of an order's own change, always the same of the same step: a UUID of version 8. */
function idOfPart(operation: string, orderId: number): string {
  const hex = createHash('sha256').update(`${operation} ${orderId}`).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}
