import type { ClosedDay } from '#contract/market-day-changes.ts'
import { recordChange } from '#server/core/audit.ts'
import { OUR_FAULT, Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot, write } from '#server/db/write.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { lockDay } from '#server/features/calendar/day-room.ts'
import type { DayWithPlace } from '#server/features/calendar/find-day.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import type { Shop } from '#server/shop.ts'
import { listCallsAbout } from './calls.ts'
import { changeOrderStatuses } from './change-order-status.ts'
import { type Audience, listAudience, listUnsettled, showAudience } from './day-orders.ts'
import { moveOrder } from './move-order.ts'
import { overLimitsOf } from './over-limits.ts'
import {
  type Closing,
  type ClosingPlan,
  hashOfClosing,
  planChanged,
  planClosing,
  planOfOperation,
  revisionOf,
} from './plan-closing.ts'

/** What closing would do, and the hash of it that is sent back with the decision. */
export function previewClosing(shop: Shop, dayId: number, closing: Closing) {
  return snapshot(shop.db, async (db) => {
    const plan = await planClosing(db, dayId, closing, shop.now())
    const isTold = plan.to !== null || closing.cancelRest
    const audience = await listAudience(db, dayId, shop.mail !== null)
    const ids = new Set(plan.orders.map(({ id }) => id))
    const told = audienceOf(audience, ids, isTold)
    const over = plan.to ? await beyond(db, plan.to, plan.orders) : {}
    return {
      orders: plan.orders.length,
      ...showAudience(told),
      ...over,
      confirm: hashOfClosing(plan, closing),
    }
  })
}

/** Nobody hears of a day that is only closed. */
function audienceOf(all: Audience, ids: ReadonlySet<number>, isTold: boolean): Audience {
  const isOne = ({ id }: { id: number }) => isTold && ids.has(id)
  return { reached: all.reached.filter(isOne), toCall: all.toCall.filter(isOne) }
}

/** What the new day would have more of than it takes. */
async function beyond(db: Db, to: DayWithPlace, orders: ClosingPlan['orders']) {
  const boxes = to.taken + orders.length
  const overLimits = await overLimitsOf(
    db,
    to.id,
    orders.map(({ id }) => id),
  )
  return {
    ...(to.capacity !== null && boxes > to.capacity ? { most: boxes } : {}),
    ...(overLimits.length > 0 ? { overLimits } : {}),
  }
}

/**
 * Closes a market day first, so that nobody new arrives, then moves its orders one by one, each in
 * a transaction of its own, and cancels the rest where that is wanted.
 * @throws Refusal 'not-found', 'plan-changed', 'invalid'
 */
export async function closeDay(
  shop: Shop,
  dayId: number,
  closing: Closing & { confirm: string },
): Promise<ClosedDay> {
  const plan = await write(shop.db, async (tx, emit) => {
    await lockDay(tx, dayId)
    emit({ kind: 'days' })
    return (
      (await planOfOperation(tx, dayId, closing)) ?? (await begin(tx, dayId, closing, shop.now()))
    )
  })
  const refused = plan.to ? await moveAll(shop, plan, closing) : []
  if (closing.cancelRest) refused.push(...(await cancelRest(shop, plan, closing)))
  if (plan.to) sendDayMailsLater(shop)
  return snapshot(shop.db, async (db) => ({
    ...(await countOutcome(db, plan, refused)),
    toCall: (await listCallsAbout(db, closing.id)).map(({ orderId: id, ...call }) => ({
      ...{ id, customerName: call.customerName, customerPhone: call.customerPhone },
    })),
  }))
}

async function begin(
  tx: Db,
  dayId: number,
  closing: Closing & { confirm: string },
  at: Date,
): Promise<ClosingPlan> {
  const plan = await planClosing(tx, dayId, closing, at)
  if (hashOfClosing(plan, closing) !== closing.confirm) throw planChanged()
  const { from, orders } = plan
  const message = closing.message || from.message
  // By hand, so that no rule opens it again.
  await tx
    .updateTable('market_days')
    .set({ state: 'closed', message, by_hand: true })
    .where('id', '=', dayId)
    .execute()
  const { id: operation, moveTo, cancelRest } = closing
  const after = { operation, message, moveTo, cancelRest, orders: orders.map(revisionOf) }
  const before = { state: from.state, message: from.message }
  await recordChange(tx, changeOfDay(from, { action: 'closed', before, after }), at)
  return plan
}

type Refused = ClosedDay['refused']

async function moveAll(shop: Shop, plan: ClosingPlan, closing: Closing): Promise<Refused> {
  const { from, to, orders } = plan
  const refused: Refused = []
  if (!to) return refused
  const { id: operation, message } = closing
  for (const { id, revision } of orders) {
    try {
      const move = {
        orderId: id,
        revision,
        from,
        to,
        operation,
        message,
        isTold: true,
        hasMail: shop.mail !== null,
        at: shop.now(),
      }
      await write(shop.db, (tx, emit) => moveOrder(tx, emit, move))
    } catch (error) {
      refused.push({ id, message: error instanceof Refusal ? error.message : OUR_FAULT })
      if (!(error instanceof Refusal)) shop.report('move an order', error)
    }
  }
  // The day they moved to has less room.
  await write(shop.db, async (_, emit) => emit({ kind: 'days' }))
  return refused
}

/** Cancels what still stands on the day as it was seen; refunds give the farmer’s words. */
async function cancelRest(
  shop: Shop,
  { from, orders }: ClosingPlan,
  { id: about, message }: Closing,
): Promise<Refused> {
  const standing = new Map((await listUnsettled(shop.db, from.id)).map((one) => [one.id, one]))
  const rest = orders.filter(({ id, revision }) => standing.get(id)?.revision === revision)
  const ids = rest.map(({ id }) => id)
  const call = { about, kind: 'cancelled', market_day_id: from.id, message } as const
  const why = message ? { reason: message } : {}
  const change = { status: 'cancelled', call, ...why } as const
  return (await changeOrderStatuses(shop, ids, change)).refused
}

async function countOutcome(
  db: Db,
  { from, orders }: ClosingPlan,
  refused: Refused,
): Promise<Omit<ClosedDay, 'toCall'>> {
  const standing = new Set((await listUnsettled(db, from.id)).map(({ id }) => id))
  const left = standing.size
  if (orders.length === 0) return { moved: 0, cancelled: 0, refused: [], left }
  const rows = await db
    .selectFrom('orders')
    .select(['status', 'market_day_id'])
    .where(
      'id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()
  const cancelled = rows.filter(({ status }) => status === 'cancelled').length
  const moved = rows.filter(
    ({ status, market_day_id }) => status !== 'cancelled' && market_day_id !== from.id,
  ).length
  const last = new Map(refused.map((one) => [one.id, one]))
  const still = [...last.values()].filter(({ id }) => standing.has(id))
  return { moved, cancelled, refused: still, left }
}
