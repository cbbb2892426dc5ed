import { type CallToMake, type calls, personToCall } from '#contract/calendar/calls.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { DAY } from '#contract/time/durations.ts'
import type { Today } from '#contract/today.ts'
import { recordChange } from '#server/core/audit.ts'
import { currentCaller, FARMER } from '#server/core/caller.ts'
import { HAS_LEFT } from '#server/db/order-statuses.ts'
import type { CallKind } from '#server/db/tables.ts'
import { type Db, write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'

/** `about` names the operation, so that nobody is listed twice for it. */
export type CallAbout = { about: string; kind: CallKind; market_day_id: number; message: string }

/** Puts people whom no email reaches on the Today page until each is ticked off. */
export async function noteCalls(tx: Db, orderIds: readonly number[], call: CallAbout, at: Date) {
  if (orderIds.length === 0) return
  const open = { at: at.toISOString(), called_at: null, person_id: null }
  await tx
    .insertInto('calls')
    .values(orderIds.map((order_id) => ({ order_id, ...call, ...open })))
    .onConflict((known) => known.doNothing())
    .execute()
}

/** For how many days a tick can be undone. */
const TAKEN_BACK = 7

function selectCalls(db: Db) {
  return (
    db
      .selectFrom('calls')
      .innerJoin('orders', 'orders.id', 'calls.order_id')
      .innerJoin('market_days', 'market_days.id', 'calls.market_day_id')
      .innerJoin('places', 'places.id', 'market_days.place_id')
      .leftJoin('people', 'people.id', 'calls.person_id')
      .select(['calls.order_id as orderId', 'calls.about', 'calls.kind', 'calls.message'])
      .select(['calls.at', 'calls.called_at as calledAt', 'people.name as calledBy'])
      .select(['orders.customer_name as customerName', 'orders.customer_phone as customerPhone'])
      .select(['market_days.day', 'places.name as placeName'])
      // Anyone who already has the goods, or won't get any, needn't hear about the day.
      .where((row) =>
        row.or([
          row('calls.kind', '=', 'cancelled').and('orders.status', '=', 'cancelled'),
          row('calls.kind', '!=', 'cancelled')
            .and('orders.status', '!=', 'cancelled')
            .and('orders.status', 'not in', HAS_LEFT)
            .and('orders.collected_at', 'is', null),
        ]),
      )
      .orderBy('orders.customer_name')
      .orderBy('calls.order_id')
      .orderBy('calls.at')
  )
}

export async function listCalls(db: Db, at: Date): Promise<OutputOf<typeof calls.list>> {
  const since = new Date(at.getTime() - TAKEN_BACK * DAY).toISOString()
  return {
    open: await selectCalls(db).where('called_at', 'is', null).execute(),
    done: await selectCalls(db).where('called_at', '>=', since).execute(),
  }
}

export async function listCallsAbout(db: Db, about: string): Promise<CallToMake[]> {
  return selectCalls(db).where('about', '=', about).where('called_at', 'is', null).execute()
}

export async function listPeopleToCall(db: Db): Promise<Today['toCall']> {
  const open = await selectCalls(db).where('called_at', 'is', null).execute()
  return [...new Map(open.map((one) => [personToCall(one), one])).values()]
}

export function tickCalls(
  { db, now }: DbAndClock,
  ticked: readonly { orderId: number; about: string }[],
  isCalled: boolean,
): Promise<OutputOf<typeof calls.list>> {
  const at = now()
  const person_id = (currentCaller()?.person ?? FARMER).id
  const change = isCalled
    ? { called_at: at.toISOString(), person_id }
    : { called_at: null, person_id: null }
  return write(db, async (tx, emit) => {
    for (const { orderId, about } of ticked) {
      const call = tx.updateTable('calls').set(change).where('order_id', '=', orderId)
      const { numUpdatedRows } = await call
        .where('about', '=', about)
        .where('called_at', isCalled ? 'is' : 'is not', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      const [before, after] = [{ isCalled: !isCalled }, { isCalled }]
      const subject = `order:${orderId}` as const
      await recordChange(tx, { action: 'called', subject, before, after }, at)
      emit({ kind: 'orders', orderId })
    }
    return listCalls(tx, at)
  })
}
