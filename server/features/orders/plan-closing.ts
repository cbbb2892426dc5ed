import { z } from 'zod/mini'
import { hashOfJson } from '#server/core/hash.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/tables.ts'
import { subjectOfDay } from '#server/features/calendar/day-history.ts'
import { type DayWithPlace, findDay, requireDay } from '#server/features/calendar/find-day.ts'
import { listUnsettled, type StandingOrder } from './day-orders.ts'

export type Closing = {
  /** The operation: the same one again goes on where it stopped. */
  id: string
  message: string
  moveTo: number | null
  cancelRest: boolean
}

export type ClosingPlan = {
  from: DayWithPlace
  to: DayWithPlace | null
  orders: Pick<StandingOrder, 'id' | 'revision'>[]
}

/** @throws Refusal 'not-found', 'invalid' where nothing can be moved to */
export async function planClosing(
  db: Db,
  dayId: number,
  { moveTo }: Closing,
  at: Date,
): Promise<ClosingPlan> {
  const from = await requireDay(db, dayId)
  const to = moveTo === null ? null : await findDay(db, moveTo)
  if (moveTo !== null) checkTarget({ dayId, kind: from.place.kind }, to, at)
  return { from, to, orders: await listUnsettled(db, dayId) }
}

type MovedFrom = { dayId: number | null; kind: PlaceKind }

/** @throws Refusal 'invalid' for a day that orders cannot be moved to */
export function checkTarget(
  from: MovedFrom,
  to: DayWithPlace | null,
  at: Date,
): asserts to is DayWithPlace {
  const wrong = targetFault(from, to, at)
  if (wrong !== null) throw new Refusal('invalid', wrong, { field: 'moveTo' })
}

function targetFault(from: MovedFrom, to: DayWithPlace | null, at: Date): string | null {
  if (!to || to.id === from.dayId) return 'Please choose another market day.'
  if (to.state === 'closed') return 'That market day is closed.'
  if (to.closes_at <= at.toISOString()) return 'That market day is over.'
  if (to.place.kind === from.kind) return null
  return from.kind === 'delivery'
    ? 'Delivery orders can only be moved to a delivery day.'
    : 'Pickup orders can only be moved to a pickup day.'
}

/** Tells one plan from another: what the farmer saw is what is done. */
export function hashOfClosing({ from, to, orders }: ClosingPlan, { cancelRest }: Closing): string {
  const target = to && [to.id, to.place_id, to.day, to.opens_at, to.closes_at]
  const shown = [from.id, target, cancelRest, orders.map(({ id, revision }) => [id, revision])]
  return hashOfJson(shown)
}

export function revisionOf({ id, revision }: Pick<StandingOrder, 'id' | 'revision'>) {
  return [id, revision]
}

export function planChanged(): Refusal {
  return new Refusal(
    'plan-changed',
    'Orders for this day changed meanwhile. Please look at it again.',
  )
}

const recorded = z.object({
  operation: z.string(),
  moveTo: z.nullable(z.number()),
  cancelRest: z.boolean(),
  orders: z.array(z.tuple([z.number(), z.number()])),
})

/**
 * What the same operation began to do. @throws Refusal 'plan-changed' when it was another one then
 */
export async function planOfOperation(
  tx: Db,
  dayId: number,
  closing: Closing,
): Promise<ClosingPlan | null> {
  const entries = await tx
    .selectFrom('audit')
    .select('after')
    .where('subject', '=', subjectOfDay(dayId))
    .where('action', '=', 'closed')
    .execute()
  const begun = entries
    .flatMap(({ after }) => z.safeParse(recorded, after).data ?? [])
    .find(({ operation }) => operation === closing.id)
  if (!begun) return null
  if (begun.moveTo !== closing.moveTo || begun.cancelRest !== closing.cancelRest)
    throw planChanged()
  const orders = begun.orders.map(([id, revision]) => ({ id, revision }))
  const to = begun.moveTo === null ? null : await requireDay(tx, begun.moveTo)
  return { from: await requireDay(tx, dayId), to, orders }
}
