import { DAY } from '#contract/time/durations.ts'
import { hasComeIn, isAheadIn } from '#server/core/due.ts'
import type { PaymentState } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { ATTEMPT, type PaymentRow } from './payment-record.ts'

const MAX_ROWS = 200

/** Limits abandoned payments only, since strangers can begin any number of them. */
const MAX_ABANDONED = 5000

export type Task = { id: string; settle: (shop: Shop, id: string) => Promise<void> }

export type Expired = Pick<PaymentRow, 'id' | 'intent_id' | 'created_at'>

const UNTOUCHED = 60_000

const SET_ASIDE = DAY

const UNUSED_MS = 10 * 60_000

export function listUnsettled(db: Db, state: PaymentState, now: Date): Promise<string[]> {
  return idsOf(untouched(db, state, now))
}

export function listReleasing(db: Db, now: Date): Promise<string[]> {
  return idsOf(
    untouched(db, 'canceling', now).where((row) =>
      row.or([row('order_id', 'is not', null), row('error_code', 'is not', null)]),
    ),
  )
}

export function listAbandoned(db: Db, now: Date): Promise<string[]> {
  const given = untouched(db, 'canceling', now)
    .where('order_id', 'is', null)
    .where('error_code', 'is', null)
  return idsOf(given.limit(MAX_ABANDONED))
}

export function listExpired(db: Db, now: Date): Promise<Expired[]> {
  return selectExpired(untouched(db, 'open', now).where(hasComeIn('expires_at', now, ATTEMPT)))
}

export function listUnusedHolds(db: Db, now: Date): Promise<Expired[]> {
  const unused = untouched(db, 'open', now)
    .where('basket', 'is', null)
    .where('created_at', '<=', before(now, UNUSED_MS))
  return selectExpired(unused.where(isAheadIn('expires_at', now, ATTEMPT)))
}

export async function listRefunding(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refunds')
    .select('payment_id')
    .where('state', 'in', ['requested', 'pending'])
    .where(isUntouched(now))
    .groupBy('payment_id')
    .orderBy((row) => row.fn.min('touched_at'))
    .limit(MAX_ROWS)
    .execute()
  return rows.map((row) => row.payment_id)
}

function untouched(db: Db, state: PaymentState, now: Date) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', state)
    .where(isUntouched(now))
    .where((row) =>
      row.or([row('alerted_at', 'is', null), row('touched_at', '<=', before(now, SET_ASIDE))]),
    )
    .orderBy('touched_at')
    .limit(MAX_ROWS)
}

function selectExpired(query: ReturnType<typeof untouched>): Promise<Expired[]> {
  return query.select(['intent_id', 'created_at']).limit(MAX_ABANDONED).execute()
}

async function idsOf(query: ReturnType<typeof untouched>): Promise<string[]> {
  return (await query.execute()).map((row) => row.id)
}

function before(now: Date, ms = UNTOUCHED): string {
  return new Date(now.getTime() - ms).toISOString()
}

function isUntouched(now: Date) {
  return hasComeIn('touched_at', new Date(now.getTime() - UNTOUCHED), UNTOUCHED)
}
