import type { Insertable, Updateable } from 'kysely'
import type { Db, PaymentState, PaymentsTable } from '#server/db/tables.ts'
import type { PaymentRow } from './find-payment.ts'
import { withoutPerson } from './without-person.ts'

export async function insertPayment(tx: Db, payment: Insertable<PaymentsTable>): Promise<void> {
  await tx.insertInto('payments').values(payment).execute()
}

type Extras = Omit<Updateable<PaymentsTable>, 'id' | 'state' | 'touched_at'>

/** Moves a payment from one state to another, and forgets whose it was when it ends without an order; false when it was not in that state (someone else moved it). */
export async function movePayment(
  tx: Db,
  move: { id: string; from: PaymentState; to: PaymentState; at: Date } & { set?: Extras },
): Promise<boolean> {
  const [at, isCapture] = [move.at.toISOString(), move.to === 'captured' && move.from !== 'captured']
  const moved = await tx
    .updateTable('payments')
    .set({
      ...move.set,
      ...(isCapture && { captured_at: at }),
      ...(isBegun(move.to) ? {} : { address_key: null }),
      state: move.to,
      touched_at: at,
    })
    .$if(move.to === 'canceled', (row) => row.set(withoutPerson))
    .where('id', '=', move.id)
    .where('state', '=', move.from)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** Only a payment that may still become an order is counted by its address. */
function isBegun(state: PaymentState): boolean {
  return state === 'creating' || state === 'open'
}

/** Locks the payment of an order until the transaction ends, and answers it as it is then. */
export async function lockPaymentOfOrder(tx: Db, orderId: number, at: Date): Promise<PaymentRow | null> {
  const touched = tx.updateTable('payments').set({ touched_at: at.toISOString() }).where('order_id', '=', orderId)
  return (await touched.returningAll().executeTakeFirst()) ?? null
}

/** Locks a captured payment until the transaction ends, and answers it as it is then; null for one in another state. */
export async function lockCapturedPayment(tx: Db, id: string, at: Date): Promise<PaymentRow | null> {
  const touched = tx.updateTable('payments').set({ touched_at: at.toISOString() }).where('id', '=', id)
  return (await touched.where('state', '=', 'captured').returningAll().executeTakeFirst()) ?? null
}

/** Keeps the provider's id of a payment that was superseded while it was being made, so that it can be voided. */
export async function keepIntentId(tx: Db, id: string, intentId: string): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ intent_id: intentId })
    .where('id', '=', id)
    .where('intent_id', 'is', null)
    .execute()
}

/** Locks an open payment until the transaction ends; false when it is not open any more. */
export function touchOpenPayment(tx: Db, id: string, at: Date): Promise<boolean> {
  return movePayment(tx, { id, from: 'open', to: 'open', at })
}

/** Puts a payment at the end of the job's queue. */
export async function touchPayment(tx: Db, id: string, at: Date): Promise<void> {
  await tx.updateTable('payments').set({ touched_at: at.toISOString() }).where('id', '=', id).execute()
}

/** Keeps how often a payment's card was declined; false when another look counted it meanwhile. */
export async function keepDeclines(tx: Db, { id, declines }: PaymentRow, counted: number): Promise<boolean> {
  const kept = tx
    .updateTable('payments')
    .set({ declines: counted })
    .where('id', '=', id)
    .where('declines', '=', declines)
  return counted > declines && (await kept.executeTakeFirst()).numUpdatedRows > 0n
}
