import { setTimeout as pause } from 'node:timers/promises'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PaymentState, Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

/** Where a payment may go from each state (payments, section 3.2). */
export const PAYMENT_TRANSITIONS = {
  creating: ['open', 'canceling', 'canceled'],
  open: ['capturing', 'canceling', 'canceled'],
  capturing: ['captured', 'canceling', 'canceled'],
  canceling: ['captured', 'canceled'],
  captured: [],
  canceled: [],
} as const satisfies Record<PaymentState, readonly PaymentState[]>

type Transition = {
  id: string
  from: PaymentState
  to: PaymentState
  at: Date
  set?: Omit<Updateable<Tables['payments']>, 'id' | 'state' | 'touched_at'>
}

/**
 * Deletes the person's data if the payment ends without an order; false if it had already moved.
 * @throws Error for a transition that is not in the table
 */
export async function movePayment(tx: Db, transition: Transition): Promise<boolean> {
  const move = transition.to === 'canceled' ? endPayment : updatePayment
  const { numAffectedRows = 0n } = await move(tx, changeOf(transition))
  return numAffectedRows > 0n
}

function changeOf({ id, from, to, at, set }: Transition): Change {
  const legal: readonly PaymentState[] = PAYMENT_TRANSITIONS[from]
  if (!legal.includes(to)) throw new Error(`A payment never goes from ${from} to ${to}.`)
  const instant = at.toISOString()
  const change = {
    ...set,
    ...(to === 'captured' && { captured_at: instant }),
    // Only payments that may still become an order count against their address.
    ...(to !== 'open' && { address_key: null }),
    state: to,
    touched_at: instant,
  }
  return { id, from, change }
}

type Change = { id: string; from: PaymentState; change: Updateable<Tables['payments']> }

const changed = (tx: Db, { id, from, change }: Change) =>
  tx.updateTable('payments').set(change).where('id', '=', id).where('state', '=', from)

const updatePayment = prepared(changed)

const endPayment = prepared((tx, change: Change) => changed(tx, change).set(withoutPerson))

export async function lockOpenPayment(tx: Db, id: string): Promise<boolean> {
  return (await selectOpen(tx, { id })).rows.length > 0
}

const selectOpen = prepared((tx, { id }: { id: string }) =>
  tx
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', sql.lit('open' as const))
    .forUpdate(),
)

export const needsNoPerson = sql<boolean>`(
  payments.order_id is null
  and not exists (select 1 from outbox where outbox.about = payments.id and outbox.sent_at is null)
)`

export const withoutPerson = {
  basket: unlessNeeded<string | null>('basket'),
  body_hash: unlessNeeded<string | null>('body_hash'),
  visitor_hash: unlessNeeded<string | null>('visitor_hash'),
}

function unlessNeeded<T>(column: string): RawBuilder<T> {
  return sql<T>`case when ${needsNoPerson} then null else ${sql.ref(`payments.${column}`)} end`
}

export class ConcurrentUpdate extends Error {}

/** `wait` in milliseconds; `busy` is shown to the buyer when every try conflicted. */
type Patience = { max: number; wait: number; busy: string }

/** Restarts a step each time it conflicts with another call. @throws Refusal 'not-now' */
export async function attempt<T>(
  { max, wait, busy }: Patience,
  step: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < max; tries++) {
    if (tries > 0) await pause(wait)
    try {
      return await step()
    } catch (error) {
      if (!(error instanceof ConcurrentUpdate)) throw error
    }
  }
  throw new Refusal('not-now', busy, { retryAfter: 3 })
}
